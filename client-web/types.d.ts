// The shapes that cross the wire, as protocol.md spells them, and the few that the client's parts share.
// Ambient, so that the JSDoc of every module can name them without an import.

declare namespace Wire {
  type Seat = number;
  type Hex = string;
  type Kind = "dara" | "gul_bara" | "darbol" | "crokidarts";
  type Status = "waiting" | "playing" | "finished";
  type What = "draw" | "takeback" | "rematch";
  type Need = "lot" | "roll_off" | "roll" | "doubles" | "toss" | "shot" | "set_lot";
  type Reason =
    | "completed" | "resigned" | "time" | "abandoned" | "agreed" | "repetition" | "no_progress"
    | "immobile" | "cap" | "dead" | "unfinished";
  type Hand = "steady" | "average" | "wobbly";

  interface Player { id: string; name: string }

  type Clock = { initial_s: number; increment_s: number } | { per_turn_s: number };

  interface DaraOptions {
    kind: "dara"; size: "5x6" | "6x6" | "7x6"; long_lines: "allowed" | "forbidden";
    placing: "free" | "no_three" | "no_four"; captures: "one" | "per_row";
    protection: "rows_unless_all" | "rows_always" | "none"; immobile: "loses" | "passes";
    no_capture_limit: number | null; repetition: number | null;
    position: { board: string[]; to_move: Seat } | null;
  }
  interface GulBaraOptions {
    kind: "gul_bara"; cascade_from: number | null; roll_counter: "per_player" | "combined";
    match_points: number; next_starter: "roll_off" | "winner" | "alternate";
    position: { points: [number[], number[]]; to_move: Seat; rolls: [number, number] } | null;
  }
  interface DarbolOptions {
    kind: "darbol"; game: DarbolGame; up_resets: boolean; down_sets: boolean; professional: boolean;
    bust_ends_turn: boolean; bust_on_dead: boolean; doubles_dice: "two" | "per_player";
    same_dice: "keep" | "reroll"; handicap: boolean; max_rounds: number; hand: Hand;
  }
  type DarbolGame = "up_the_mountain" | "double_down" | "hundred";
  interface CrokidartsOptions {
    kind: "crokidarts"; target: number; legs_to_win: number; sets_to_win: number;
    strict_twenty: boolean; turn_cap: number; hand: Hand;
  }
  type GameOptions = DaraOptions | GulBaraOptions | DarbolOptions | CrokidartsOptions;

  interface Setup {
    game: GameOptions; seats: number; clock: Clock | null; starts: "lot" | "creator" | "opponent";
    visibility: "public" | "unlisted"; spectators: boolean; claim_after_s: number | null;
    medium: "virtual" | "table"; confirm_after_s: number; fairness: "open" | "strict";
    draw_wait_ms: number; chat: "all" | "seats";
  }

  interface DaraView {
    kind: "dara"; phase: "placing" | "moving" | "capturing" | "over"; board: string[];
    in_hand: [number, number]; captures_due: number; quiet: number;
  }
  interface GulBaraView {
    kind: "gul_bara"; phase: "rolling" | "moving" | "over"; points: [number[], number[]];
    dice: [number, number] | null; stages: number[][]; rolls: [number, number];
    score: [number, number]; game: number;
  }
  interface DarbolPlayer {
    target?: number; score?: number; in?: boolean; dead?: boolean; turns?: number; extra_turns?: number;
  }
  interface DarbolView {
    kind: "darbol"; game: DarbolGame; phase: "rolling" | "tossing" | "confirming" | "over";
    round: number; toss: number; dice: [number, number] | null; left: number[];
    doubles: number[] | null; players: DarbolPlayer[];
  }
  interface Disc { id?: number; x?: number; y?: number; value: number }
  interface CrokidartsView {
    kind: "crokidarts"; phase: "shooting" | "checkout" | "confirming" | "over"; score: number[];
    locked: boolean[]; legs: number[]; sets: number[]; shot: number; twenties: number; discs: Disc[];
  }
  type GameView = DaraView | GulBaraView | DarbolView | CrokidartsView;

  /** A move as `act` takes it, and as `legal` lists it; only the fields of its type are there. */
  interface Move {
    type: string; at?: string | number; from?: string | number; to?: string; die?: number;
    y?: number; z?: number; pace?: number; aim?: number; speed?: number; disc?: number;
    hole?: number; twenties?: number; board?: number[]; hit?: boolean;
  }

  interface SeatView { player: Player; online: boolean; gone_ms: number; clock_ms: number | null; out: boolean }
  interface Offer { what: What; by: Seat; seq: number; yes: Seat[] }
  interface Result { winners: Seat[]; reason: Reason; points: number[]; hash: Hex }
  interface Due { draw: number; seats: Seat[]; until: number }
  interface FairnessView {
    server_tip: Hex; tips: (Hex | null)[]; draw: number; due: Due | null; silent: number[]; head: Hex;
    next: { server_tip: Hex; tips: (Hex | null)[] } | null;
  }
  interface View {
    room: string; seq: number; match: number; status: Status; setup: Setup; seats: (SeatView | null)[];
    first: Seat | null; turn: Seat[]; game: GameView | null; legal: Move[]; offers: Offer[];
    result: Result | null; fairness: FairnessView; spectators: number; now: number;
    handicap?: { points: number; extra_turns: number }[] | null;
  }

  type Stretch = [disc: number, t0: number, dur: number, x: number, y: number, vx: number, vy: number];

  /** An event: `type` says which of the other fields are there (protocol.md section 5). */
  interface Event {
    type: string;
    player?: Player; seat?: Seat; tip?: Hex | null;
    match?: string; server?: string; engine?: string; seats?: Player[]; first?: Seat | null;
    server_tip?: Hex; tips?: (Hex | null)[]; handicap?: { points: number; extra_turns: number }[] | null;
    setup?: Setup;
    draw?: number; link?: Hex; for?: Need; links?: (Hex | null)[]; values?: number[];
    what?: What; yes?: boolean; to?: number | string; ms?: number;
    winners?: Seat[]; reason?: Reason; points?: number[] | number; winner?: Seat | null;
    at?: string | number; from?: string | number | [number, number]; die?: number; dice?: [number, number];
    y?: number; z?: number; pace?: number; hole?: number | number[]; met?: [number, number];
    velocity?: [number, number, number]; us?: number; touched?: boolean;
    aim?: number; speed?: number; rest?: { id: number; x: number; y: number }[]; ditch?: number[];
    struck?: boolean; path?: Stretch[]; disc?: number; twenties?: number; board?: number[]; hit?: boolean;
    target?: number; score?: number; in?: boolean; bust?: boolean; dead?: boolean; locked?: boolean;
  }
  interface Entry { seq: number; at: number; by: Seat | null; event: Event; spent?: Record<string, number> }
  interface PastEntry extends Entry { view?: View }

  interface Update { type: "update"; room: string; seq: number; entries: Entry[]; gap?: boolean; view: View }
  interface Listing {
    room: string; game: GameOptions; status: Status; seats: (Player | null)[]; spectators: number; since: number;
  }
  interface Rooms { type: "rooms"; rooms: Listing[]; more: boolean }
  interface Said { type: "said"; room: string; by: Player; seat: Seat | null; text: string; at: number }
  interface Signal { type: "signal"; room: string; from: string; data: any }
  interface Limits {
    frame_bytes: number | null; name_chars: number | null; text_chars: number | null;
    requests_per_s: number | null; burst: number | null; says_per_s: number | null;
    rooms_per_player: number | null; sockets_per_address: number | null;
  }
  interface Welcome {
    type: "welcome"; player: Player; key?: string; server: string; ice_servers: RTCIceServer[]; limits: Limits;
  }
  interface Tally {
    won: number; lost: number; drawn: number; rating: number; deviation: number; provisional: boolean;
    streak?: number; longest_streak?: number; averages?: { [name: string]: number };
    unfinished?: { [reason: string]: { own: number; other: number } };
    hundred?: { games: number; turns: number; excess: number };
  }
  interface Handicap { points: number; extra_turns: number }
  interface Recent {
    match: string; game: string; seats: Player[]; seat: Seat; outcome?: string; winners: Seat[];
    reason: Reason; points: number[]; at: number;
  }
  interface PlayerPage { id: string; name: string; record: { [game: string]: Tally }; recent: Recent[]; handicap?: Handicap[] }
  interface History { setup: Setup; entries: PastEntry[]; more: boolean }
  interface Refusal { code: string; message: string; seq?: number; retry_ms?: number }
}

declare namespace App {
  type LineStatus = "connecting" | "online" | "waiting" | "stopped";
  interface Line { status: LineStatus; retryAt: number; reason: string }

  interface VNode { tag: string; props: Props; children: (VNode | string)[]; el?: Element; texts?: (Text | undefined)[] }
  interface Props { [name: string]: any }
  type Child = VNode | string | number | null | undefined | false | Child[];

  interface Toast { id: number; text: string; kind: "info" | "warn" | "bad"; until: number }
  interface Dialog { title: string; text: string; yes: string; act: () => void; danger?: boolean }

  interface Page { name: "lobby" | "new" | "room" | "replay" | "player" | "rules"; arg: string; match: number }

  /** What is known of one draw. */
  interface DrawNote {
    draw: number; seq: number; need: Wire.Need; values: number[]; silent: Wire.Seat[];
    verdict: "good" | "bad" | "unknown"; why: string;
  }
  interface Warning { kind: "hidden" | "late" | "head" | "bad" | "elsewhere"; draw: number }

  interface Step { seq: number; entry: Wire.Entry; view: Wire.View | null }

  interface Anim {
    kind: "shot" | "toss" | "dice"; start: number; length: number; seat: Wire.Seat;
    event: Wire.Event; aimed: Wire.Event | null; from: Wire.View;
  }

  /** A room as this page has it: what the server confirmed, and what the person is doing with it. */
  interface Room {
    code: string; match: number;
    /** The newest view, and when it came (performance.now). */
    live: Wire.View | null; at: number;
    /** What is drawn while an animation runs. */
    held: Wire.View | null; anim: Anim | null;
    steps: Step[]; stepsFrom: "none" | "loading" | "all";
    /** The seq stepped back to; none: live. */
    past: number | null;
    said: Wire.Said[]; unread: number;
    draws: DrawNote[]; warnings: Warning[]; awaiting: Wire.Move | null; refusal: string;
    missing: string; tab: string; draft: string; sharing: boolean; sitting: boolean;
    /** What the board remembers between redraws (boards/index.js). */
    board: any;
  }

  interface Lobby { rooms: Wire.Listing[]; mine: Wire.Listing[]; more: boolean; loaded: boolean; filter: string }

  interface Replay {
    code: string; match: number; steps: Step[]; setup: Wire.Setup | null; loaded: boolean; missing: string;
    at: number; playing: boolean; findings: Finding[] | null; checking: boolean; part: number; board: any;
  }
  interface Finding { ok: boolean | null; what: string; args: any }

  interface State {
    page: Page; line: Line; me: Wire.Player | null; ice: RTCIceServer[]; limits: Wire.Limits | null;
    lobby: Lobby; form: any; room: Room | null; replay: Replay | null; person: any;
    toasts: Toast[]; dialog: Dialog | null; naming: string | null; rulesGame: string; camera: any; now: number;
  }
}
