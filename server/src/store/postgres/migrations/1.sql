-- Keys compare byte by byte, as they do in the other stores, whatever the database's own order is.
CREATE TABLE rooms (
    code     text COLLATE "C" PRIMARY KEY,
    secret   bytea NOT NULL,
    setup    text NOT NULL,
    unlisted boolean NOT NULL,
    creator  text COLLATE "C" NOT NULL,
    created  bigint NOT NULL,
    status   text NOT NULL
);
CREATE INDEX rooms_by_creator ON rooms (creator, created);
CREATE INDEX rooms_listed ON rooms (created) WHERE NOT unlisted AND status <> 'finished';

-- The key is the compare-and-set.
CREATE TABLE entries (
    room text COLLATE "C" NOT NULL,
    seq  bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (room, seq)
);

-- Only rooms that have a deadline.
CREATE TABLE deadlines (
    room text COLLATE "C" PRIMARY KEY,
    at   bigint NOT NULL
);
CREATE INDEX deadlines_by_time ON deadlines (at);

CREATE TABLE players (
    id       text COLLATE "C" PRIMARY KEY,
    key_hash bytea NOT NULL,
    name     text NOT NULL,
    at       bigint NOT NULL
);

CREATE TABLE seats (
    room   text COLLATE "C" NOT NULL,
    seat   bigint NOT NULL,
    player text COLLATE "C" NOT NULL,
    PRIMARY KEY (room, seat)
);
CREATE INDEX seats_by_player ON seats (player);

-- All columns from last_seq on are null until the match has ended.
CREATE TABLE results (
    room      text COLLATE "C" NOT NULL,
    number    bigint NOT NULL,
    first_seq bigint NOT NULL,
    started   bigint NOT NULL,
    last_seq  bigint,
    ended     bigint,
    kind      text,
    winners   text,
    reason    text,
    points    text,
    players   text,
    hash      text,
    PRIMARY KEY (room, number)
);

-- Why and by whom a match was ended before its end is null and false if it was played to its end.
CREATE TABLE result_players (
    player  text COLLATE "C" NOT NULL,
    ended   bigint NOT NULL,
    room    text COLLATE "C" NOT NULL,
    number  bigint NOT NULL,
    kind    text COLLATE "C" NOT NULL,
    seat    bigint NOT NULL,
    outcome bigint NOT NULL,
    early   text COLLATE "C",
    own     boolean NOT NULL,
    PRIMARY KEY (player, ended, room, number)
);

-- What follows from all of a player's ended matches of a kind; changed only together with `result_players`.
CREATE TABLE standings (
    player     text COLLATE "C" NOT NULL,
    kind       text COLLATE "C" NOT NULL,
    rating     double precision NOT NULL,
    deviation  double precision NOT NULL,
    volatility double precision NOT NULL,
    rated      bigint NOT NULL,
    streak     bigint NOT NULL,
    longest    bigint NOT NULL,
    games      bigint NOT NULL,
    turns      bigint NOT NULL,
    excess     bigint NOT NULL,
    PRIMARY KEY (player, kind)
);

-- Hundred's players: the fewest turns a game first, then the most excess (C37).
CREATE INDEX league ON standings
    ((turns::double precision / games), (-(excess::double precision) / games), player) WHERE games > 0;

CREATE TABLE tokens (
    player  text COLLATE "C" NOT NULL,
    request text COLLATE "C" NOT NULL,
    token   text COLLATE "C" NOT NULL,
    answer  text NOT NULL,
    at      bigint NOT NULL,
    PRIMARY KEY (player, request, token)
);
CREATE INDEX tokens_by_time ON tokens (at);

-- One row.
CREATE TABLE heartbeat (
    id bigint PRIMARY KEY CHECK (id = 0),
    at bigint NOT NULL
);

CREATE TABLE outages (
    since bigint PRIMARY KEY,
    until bigint NOT NULL
);
CREATE INDEX outages_by_end ON outages (until);
