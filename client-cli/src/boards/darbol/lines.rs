//! Darbol as plain text: the holes from the top with what they are worth, the balls, the players.

use engine::games::darbol::View;
use engine::physics::HOLES;
use notation::darbol::off;

use super::super::BoardContext;
use super::{balls, need, player, title};

/// The board as lines.
#[must_use]
pub fn plain(ctx: &BoardContext, game: &View) -> Vec<String> {
    let need = need::need(ctx, game);
    let balls = balls(ctx.last);
    let mut lines = vec![title(game), String::new(), "  hole   height   across".to_owned()];
    for hole in (1..=8u8).rev() {
        let (z, radius) = HOLES[usize::from(hole) - 1];
        let (cm, across) = (f64::from(z) / 1e4, f64::from(2 * radius) / 1e4);
        let mut line = format!("   {hole} {:2}  {cm:>6.1} cm  {across:.1} cm", need::tag(game, hole));
        if need.holes.contains(&hole) {
            line += "  ◂ wanted";
        }
        for ball in balls.iter().filter(|ball| ball.hole == hole) {
            line += &format!("  ball {} went through", ball.toss);
        }
        lines.push(line);
    }
    lines.push(String::new());
    for ball in balls.iter().filter(|ball| ball.hole == 0) {
        lines.push(match ball.met {
            Some(met) => format!("  ball {} missed: {}", ball.toss, off(met)),
            None => format!("  ball {} missed", ball.toss),
        });
    }
    lines.push(format!("  {}", need.told));
    for seat in 0..game.players.len() {
        let [who, standing] = player(ctx, game, seat, 24);
        lines.push(format!("{who} {standing}"));
    }
    lines
}
