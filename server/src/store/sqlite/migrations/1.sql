-- Rooms change seldom: what changes with every move (head, deadline) is kept out of these wide rows.
CREATE TABLE rooms (
    code     TEXT PRIMARY KEY NOT NULL,
    secret   BLOB NOT NULL,
    setup    TEXT NOT NULL,
    unlisted INTEGER NOT NULL,
    creator  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    status   TEXT NOT NULL
) STRICT;
CREATE INDEX rooms_by_creator ON rooms (creator, created);
CREATE INDEX rooms_listed ON rooms (created) WHERE unlisted = 0 AND status <> 'finished';

-- The key is the compare-and-set. With the rowid, lines are packed in order of arrival and a commit dirties few
-- pages; clustered by room (WITHOUT ROWID) each line would dirty a page of its own, at about twice the cost.
CREATE TABLE entries (
    room TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT;

-- Only rooms that have a deadline.
CREATE TABLE deadlines (
    room TEXT PRIMARY KEY NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_by_time ON deadlines (at);

CREATE TABLE players (
    id       TEXT PRIMARY KEY NOT NULL,
    key_hash BLOB NOT NULL,
    name     TEXT NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    room   TEXT NOT NULL,
    seat   INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player);

-- All columns from last_seq on are null until the match has ended.
CREATE TABLE results (
    room      TEXT NOT NULL,
    number    INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    started   INTEGER NOT NULL,
    last_seq  INTEGER,
    ended     INTEGER,
    kind      TEXT,
    winners   TEXT,
    reason    TEXT,
    points    TEXT,
    players   TEXT,
    hash      TEXT,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE result_players (
    player  TEXT NOT NULL,
    ended   INTEGER NOT NULL,
    room    TEXT NOT NULL,
    number  INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    seat    INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    PRIMARY KEY (player, ended, room, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    player  TEXT NOT NULL,
    request TEXT NOT NULL,
    token   TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, request, token)
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_time ON tokens (at);

-- One row.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE outages (
    since INTEGER PRIMARY KEY NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX outages_by_end ON outages (until);
