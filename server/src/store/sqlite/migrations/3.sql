-- A room's lines become a chain: each names the one before it, and a small row for the room names the newest and is the
-- compare-and-set. So a commit dirties the page at the end of the log and a few pages of small rows. An index over all
-- lines, as there was, has a page for each room that is played in, and the log on disk was mostly those pages.
ALTER TABLE entries RENAME TO indexed;

-- In order of arrival.
CREATE TABLE entries (
    id   INTEGER PRIMARY KEY,
    room TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    -- The room's line before this one; null for its first.
    prev INTEGER,
    line TEXT NOT NULL
) STRICT;

-- Each room's newest line. With the rowid, rooms of one evening stand together.
CREATE TABLE heads (
    room TEXT PRIMARY KEY NOT NULL,
    seq  INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT;

-- Every 64th line of a room: where a walk back may begin.
CREATE TABLE marks (
    room TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    id   INTEGER NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO entries (id, room, seq, prev, line)
    SELECT rowid, room, seq, lag(rowid) OVER (PARTITION BY room ORDER BY seq), line FROM indexed;
-- A column beside a `max` is that of the row which has it.
INSERT INTO heads (room, seq, last) SELECT room, max(seq), id FROM entries GROUP BY room ORDER BY id;
INSERT INTO marks (room, seq, id) SELECT room, seq, id FROM entries WHERE seq % 64 = 0;
DROP TABLE indexed;
