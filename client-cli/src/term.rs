//! The terminal: whether there is one, taking it over, and giving it back on every way out.
//!
//! [`Screen`] restores when dropped, so every return and every error does. A panic hook restores before the
//! message is printed. Signals are values that the main loop waits for ([`Signals`]), so it ends by returning.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Whether the terminal is ours now, so that restoring twice does nothing.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the whole screen can be used: a terminal on both ends that knows escapes.
pub fn can_draw() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The terminal, taken over until dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The size that was drawn for last.
    size: Size,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// If it does not let itself be.
    pub fn take() -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            hook(info);
        }));
        TAKEN.store(true, Ordering::SeqCst);
        let entered = enable_raw_mode().and_then(|()| {
            execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        });
        match entered {
            Ok(terminal) => Ok(Self { terminal, size: Size::default() }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws a frame. A size of nothing, as some terminals report for a moment, draws nothing.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn draw(&mut self, render: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        let size = self.terminal.size()?;
        if size.width == 0 || size.height == 0 {
            return Ok(());
        }
        if size != self.size {
            self.size = size;
            self.clear()?;
        }
        self.terminal.draw(render)?;
        Ok(())
    }

    /// Draws everything anew at the next frame; after a resize. A fresh terminal, since ratatui's own way asks the
    /// terminal where its cursor is, and one that is far away or busy may not answer in time.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn clear(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. Errors are of no use here: whoever could read them has gone.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

/// The signals that end a program.
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

impl Signals {
    /// Listens from now on.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for one; its number.
    pub async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => 2,
            _ = self.terminate.recv() => 15,
            _ = self.hangup.recv() => 1,
        }
    }
}
