-- Why and by whom a match was ended before its end, as the row's player has it; null if it was played to its end.
ALTER TABLE result_players ADD COLUMN early TEXT;
ALTER TABLE result_players ADD COLUMN own INTEGER NOT NULL DEFAULT 0;

-- What follows from all of a player's ended matches of a kind; changed only together with `result_players`.
CREATE TABLE standings (
    player     TEXT NOT NULL,
    kind       TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    rated      INTEGER NOT NULL,
    streak     INTEGER NOT NULL,
    longest    INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    turns      INTEGER NOT NULL,
    excess     INTEGER NOT NULL,
    PRIMARY KEY (player, kind)
) STRICT, WITHOUT ROWID;

-- Hundred's players: the fewest turns a game first, then the most excess (C37).
CREATE INDEX league ON standings (CAST(turns AS REAL) / games, -CAST(excess AS REAL) / games, player)
    WHERE games > 0;
