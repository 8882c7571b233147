-- A store as version 0.1.0 left it with the first version of the schema: two matches that are over, one that runs.
BEGIN TRANSACTION;
CREATE TABLE deadlines (
    room TEXT PRIMARY KEY NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "deadlines" VALUES('TEQAVM',1796649710426);
INSERT INTO "deadlines" VALUES('KNY852',1796649713484);
CREATE TABLE entries (
    room TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT;
INSERT INTO "entries" VALUES('TEQAVM',1,'{"prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":1,"at":1796044910237,"by":0,"event":{"type":"sat","player":{"id":"nxtwpkey1jgatmjx","name":"Ann"},"seat":0}}');
INSERT INTO "entries" VALUES('TEQAVM',2,'{"prev":"c00b4eafff0c0eaeb9dc56555b12b551d7f08e1b099e747cd128747898120561","seq":2,"at":1796044910237,"by":0,"event":{"type":"tip","tip":"a1fc3fc3df0faf5ddcd6780cdfb653427f152b266cdeff79356af230c7ac4bf1"}}');
INSERT INTO "entries" VALUES('TEQAVM',3,'{"prev":"8bd3be0eef3fb5702c5fa9ec78ba1e979f19f58d2e49ffbedc14f1020e62f141","seq":3,"at":1796044910426,"by":1,"event":{"type":"sat","player":{"id":"4nyqzx3mc6z7qyma","name":"Bob"},"seat":1}}');
INSERT INTO "entries" VALUES('TEQAVM',4,'{"prev":"ac51d3d14e189cd7978fcfa75136c4f19ab5362e5057f4d003a867fbae4d0cb6","seq":4,"at":1796044910426,"by":1,"event":{"type":"tip","tip":"462a70a7f52d6f69265684009de320362595226693e74af67bb4141e03931f00"}}');
INSERT INTO "entries" VALUES('TEQAVM',5,'{"prev":"9520744861b78df26474cc532d643172956cda7f1efdfa2e3e2bb5bcf51d02da","seq":5,"at":1796044910426,"by":null,"event":{"type":"started","match":"TEQAVM/1","server":"longtable/0.1.0","engine":"0.1.0","seats":[{"id":"nxtwpkey1jgatmjx","name":"Ann"},{"id":"4nyqzx3mc6z7qyma","name":"Bob"}],"first":0,"server_tip":"e30e92a9557dffd173e9ba02762add1e334aff67e802f044517c1d665059bfd5","tips":["a1fc3fc3df0faf5ddcd6780cdfb653427f152b266cdeff79356af230c7ac4bf1","462a70a7f52d6f69265684009de320362595226693e74af67bb4141e03931f00"],"handicap":null,"setup":{"game":{"kind":"dara","size":"5x6","long_lines":"allowed","placing":"free","captures":"one","protection":"rows_unless_all","immobile":"loses","no_capture_limit":100,"repetition":3,"position":null},"seats":2,"clock":null,"starts":"creator","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}}}');
INSERT INTO "entries" VALUES('TEQAVM',6,'{"prev":"19fa35d9e13424f8d1ccd4c02347886400cf039037f3796d180c2bf92b1624b8","seq":6,"at":1796044910440,"by":0,"event":{"type":"placed","at":"a1"}}');
INSERT INTO "entries" VALUES('TEQAVM',7,'{"prev":"4f703b067b37b322dc266501922729c58ad4e4791f07dba36ddf6d659208c4ae","seq":7,"at":1796044910657,"by":1,"event":{"type":"placed","at":"f1"}}');
INSERT INTO "entries" VALUES('TEQAVM',8,'{"prev":"1b3e60286d412a0790cb3e646ca00d25a216fb44a5e912b20b88a2520f4ff929","seq":8,"at":1796044910874,"by":0,"event":{"type":"placed","at":"e2"}}');
INSERT INTO "entries" VALUES('TEQAVM',9,'{"prev":"fa79fbc0f78ea5b21a3c88d4e570a631a8ffd31ca62d18677699ddf3330fefc5","seq":9,"at":1796044911082,"by":1,"event":{"type":"placed","at":"c3"}}');
INSERT INTO "entries" VALUES('TEQAVM',10,'{"prev":"68e3b0437a338e6554764fd9b3ac5c4a9459d5d66c1277072ecbbdb6711047cc","seq":10,"at":1796044911302,"by":0,"event":{"type":"placed","at":"a4"}}');
INSERT INTO "entries" VALUES('TEQAVM',11,'{"prev":"d1d6493b4ae6ae929663a898394da3faf7b21817cda07e9ba2cdad4b4fd78154","seq":11,"at":1796044911529,"by":1,"event":{"type":"resigned"}}');
INSERT INTO "entries" VALUES('TEQAVM',12,'{"prev":"6ae045c4c5d7b6eeee4d832a416f296524d15cac0c559903418b7235b65a4bb5","seq":12,"at":1796044911529,"by":null,"event":{"type":"ended","winners":[0],"reason":"resigned","points":[1,0]}}');
INSERT INTO "entries" VALUES('BXY9JE',1,'{"prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":1,"at":1796044911615,"by":0,"event":{"type":"sat","player":{"id":"nxtwpkey1jgatmjx","name":"Ann"},"seat":0}}');
INSERT INTO "entries" VALUES('BXY9JE',2,'{"prev":"5b5ff177aa1b4d7a047fa51353c488919509c85ef992ff8ec0af0d1908e96087","seq":2,"at":1796044911615,"by":0,"event":{"type":"tip","tip":"ba205c03fa8c31dc75f72944b2fd3602b096d81dd22460b2566f42c8367fd9ef"}}');
INSERT INTO "entries" VALUES('BXY9JE',3,'{"prev":"d4ea67eed608c19aecbb3d2b346ff8a7e152bc112eee7b371fbe054044739538","seq":3,"at":1796044911897,"by":1,"event":{"type":"sat","player":{"id":"4nyqzx3mc6z7qyma","name":"Bob"},"seat":1}}');
INSERT INTO "entries" VALUES('BXY9JE',4,'{"prev":"4f7a66489cc32027227cc1ce5123ee16020b61df9cd4ae65bc9e4725ff56747a","seq":4,"at":1796044911897,"by":1,"event":{"type":"tip","tip":"6d89e666e26a0ccfe21e9a1aaa8b583bebadc2c32298f23ada67b8a2d043d7b0"}}');
INSERT INTO "entries" VALUES('BXY9JE',5,'{"prev":"121695103d26fe7d17db26a38d5e18926b7474bbc40c19033e0b3bc2f1d0d9d4","seq":5,"at":1796044911897,"by":null,"event":{"type":"started","match":"BXY9JE/1","server":"longtable/0.1.0","engine":"0.1.0","seats":[{"id":"nxtwpkey1jgatmjx","name":"Ann"},{"id":"4nyqzx3mc6z7qyma","name":"Bob"}],"first":null,"server_tip":"a58aac7cc28fe0eb76cf00402e2ad2990eaeee8a732f740e78caff2e900d0586","tips":["ba205c03fa8c31dc75f72944b2fd3602b096d81dd22460b2566f42c8367fd9ef","6d89e666e26a0ccfe21e9a1aaa8b583bebadc2c32298f23ada67b8a2d043d7b0"],"handicap":null,"setup":{"game":{"kind":"gul_bara","cascade_from":4,"roll_counter":"per_player","match_points":1,"next_starter":"roll_off","position":null},"seats":2,"clock":{"initial_s":3600,"increment_s":5},"starts":"lot","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}}}');
INSERT INTO "entries" VALUES('BXY9JE',6,'{"prev":"e1eb1914ac22db403713d77d18a28c8c3feb30cc51d70f3175de1fdf6b9f286c","seq":6,"at":1796044911910,"by":1,"event":{"type":"linked","draw":1,"link":"c072bc5251dc849d0863801c1ef2bdf354402c61796e7b5a034e239480ea91bc"}}');
INSERT INTO "entries" VALUES('BXY9JE',7,'{"prev":"999fa4fddbfcac58478dd04fa87f7937f9b5ce0dd4a1d401625a756d6d11220c","seq":7,"at":1796044911912,"by":0,"event":{"type":"linked","draw":1,"link":"7e3662f83fd26a663708d454e90cfd55d0962cba974d091de3ddcb79c2d5a697"}}');
INSERT INTO "entries" VALUES('BXY9JE',8,'{"prev":"c79ab32434f2ecc3717354e54f8caaa3271d9250b13bc16d36790f51b7f19490","seq":8,"at":1796044911912,"by":null,"event":{"type":"drawn","draw":1,"for":"roll_off","server":"27495671351331ba5660aba0b447124df21f8b980fc5973b26361186342e4e5c","links":["7e3662f83fd26a663708d454e90cfd55d0962cba974d091de3ddcb79c2d5a697","c072bc5251dc849d0863801c1ef2bdf354402c61796e7b5a034e239480ea91bc"],"values":[5,3]}}');
INSERT INTO "entries" VALUES('BXY9JE',9,'{"prev":"c405c67407babf22827d5525b511888dc45dcbd08d31b92a8364160f94cd72b7","seq":9,"at":1796044911935,"by":0,"event":{"type":"rolling"},"spent":{"0":23}}');
INSERT INTO "entries" VALUES('BXY9JE',10,'{"prev":"12aca176636c32e5f3ccc83224e5686ee815920c4d49e25076c2de0aebd207d4","seq":10,"at":1796044911935,"by":0,"event":{"type":"linked","draw":2,"link":"e5f3c2b0b3cd6de675a913cd64ec9d395de94439f31c036078b01e566cfbebf2"}}');
INSERT INTO "entries" VALUES('BXY9JE',11,'{"prev":"bcfc9fb75d5107af800d36b0edf58a5b760243ffb6f24c0bc4d128f5c827c4b2","seq":11,"at":1796044911961,"by":1,"event":{"type":"linked","draw":2,"link":"24670babd84dff320522c150d4e78613a91bb7aa716a008e097acd470034dcc1"}}');
INSERT INTO "entries" VALUES('BXY9JE',12,'{"prev":"2a643d03fa27a07db62df85240cbca2804b76b3263f89644abf103f130f8796a","seq":12,"at":1796044911961,"by":null,"event":{"type":"drawn","draw":2,"for":"roll","server":"c10ce49bdbd7e6ffd1e0925c7492d651fc86e9f0c60a09f732c96c263762eb14","links":["e5f3c2b0b3cd6de675a913cd64ec9d395de94439f31c036078b01e566cfbebf2","24670babd84dff320522c150d4e78613a91bb7aa716a008e097acd470034dcc1"],"values":[2,3]}}');
INSERT INTO "entries" VALUES('BXY9JE',13,'{"prev":"4b8ef859191c7a75de84c2618506c0c32f7ffe565ffad47fb38812e76cbb4392","seq":13,"at":1796044912154,"by":0,"event":{"type":"stepped","from":24,"die":2,"to":22},"spent":{"0":193}}');
INSERT INTO "entries" VALUES('BXY9JE',14,'{"prev":"03d87e7c63ae547ecea3aece58304b0eb76a0a23845eed3e168191b4513f4666","seq":14,"at":1796044912365,"by":0,"event":{"type":"stepped","from":24,"die":3,"to":21},"spent":{"0":212}}');
INSERT INTO "entries" VALUES('BXY9JE',15,'{"prev":"447e92378512ee7be3e71dc83560551c93f66a016ff881eef38be139e782f508","seq":15,"at":1796044912577,"by":0,"event":{"type":"undone"},"spent":{"0":212}}');
INSERT INTO "entries" VALUES('BXY9JE',16,'{"prev":"a273165538b96c1693670a28035afa94e867449ec0e5574afcbe56ffc988db8e","seq":16,"at":1796044912790,"by":0,"event":{"type":"stepped","from":22,"die":3,"to":19},"spent":{"0":212}}');
INSERT INTO "entries" VALUES('BXY9JE',17,'{"prev":"c67e54dbb9dc28524f1916bd9ca55d16402c9741f1e5d746d5dc7a0c9199eb2b","seq":17,"at":1796044913001,"by":0,"event":{"type":"done"},"spent":{"0":212}}');
INSERT INTO "entries" VALUES('BXY9JE',18,'{"prev":"28904c00698596c902f228f66fe3b7710f16a34fbf41b223f02729164a88ca8a","seq":18,"at":1796044913213,"by":1,"event":{"type":"resigned"},"spent":{"1":211}}');
INSERT INTO "entries" VALUES('BXY9JE',19,'{"prev":"997224387a2480a0ecdbd637c5a2055e7a88887a80e2e77d6e61bff14d8ab46e","seq":19,"at":1796044913213,"by":null,"event":{"type":"ended","winners":[0],"reason":"resigned","points":[2,0]}}');
INSERT INTO "entries" VALUES('KNY852',1,'{"prev":"0000000000000000000000000000000000000000000000000000000000000000","seq":1,"at":1796044913246,"by":0,"event":{"type":"sat","player":{"id":"nxtwpkey1jgatmjx","name":"Ann"},"seat":0}}');
INSERT INTO "entries" VALUES('KNY852',2,'{"prev":"e943e8d0859d430d2ebfb63f7ea104073ffe6743f1bf676fcdd7c256288d9ef4","seq":2,"at":1796044913246,"by":0,"event":{"type":"tip","tip":"0d2cf241da0082435cbd8d3fa240c94e8d0b541b11fc38f9f00340dcea2d4d9e"}}');
INSERT INTO "entries" VALUES('KNY852',3,'{"prev":"cf178d60a8e8d3e4f4e130890958054a2ab403db1fdf277ad1fd992c3537ec0c","seq":3,"at":1796044913484,"by":1,"event":{"type":"sat","player":{"id":"4nyqzx3mc6z7qyma","name":"Bob"},"seat":1}}');
INSERT INTO "entries" VALUES('KNY852',4,'{"prev":"cb425807065725d9b1610d00bc9a0fed7e5069bc45424006b323b5f1f575c4e0","seq":4,"at":1796044913484,"by":1,"event":{"type":"tip","tip":"17b1af3fe049b838c92b455091196f60b3f0d761b64831bc4ea4680a81616201"}}');
INSERT INTO "entries" VALUES('KNY852',5,'{"prev":"996bfee87f0199ae4a85265414e0c74151720e094e4fd242bbe81f5ac1821e79","seq":5,"at":1796044913484,"by":null,"event":{"type":"started","match":"KNY852/1","server":"longtable/0.1.0","engine":"0.1.0","seats":[{"id":"nxtwpkey1jgatmjx","name":"Ann"},{"id":"4nyqzx3mc6z7qyma","name":"Bob"}],"first":0,"server_tip":"4f4de3b985a82d1cf4485d05f87094c68176eae10a9100f4d4ea692fb0c061b1","tips":["0d2cf241da0082435cbd8d3fa240c94e8d0b541b11fc38f9f00340dcea2d4d9e","17b1af3fe049b838c92b455091196f60b3f0d761b64831bc4ea4680a81616201"],"handicap":null,"setup":{"game":{"kind":"dara","size":"5x6","long_lines":"allowed","placing":"free","captures":"one","protection":"rows_unless_all","immobile":"loses","no_capture_limit":100,"repetition":3,"position":null},"seats":2,"clock":null,"starts":"creator","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}}}');
INSERT INTO "entries" VALUES('KNY852',6,'{"prev":"3c9c086fa2900a4a7c9270063a727556fe26a833437380f3213b42f2678889ce","seq":6,"at":1796044913509,"by":0,"event":{"type":"placed","at":"a1"}}');
INSERT INTO "entries" VALUES('KNY852',7,'{"prev":"304696421387c5b1371e5805ac3c66455208c70a976991370f9da4aa530880ee","seq":7,"at":1796044913721,"by":1,"event":{"type":"placed","at":"f1"}}');
INSERT INTO "entries" VALUES('KNY852',8,'{"prev":"3c2add226677a37a0c87212d3fab3c152821db37065284453f90aae2685c10f9","seq":8,"at":1796044913932,"by":0,"event":{"type":"placed","at":"e2"}}');
INSERT INTO "entries" VALUES('KNY852',9,'{"prev":"dfe9700b73dd9e826129ee3ff88cf7b5ce3150db6c46e8e1d2e7218ef7d12060","seq":9,"at":1796044914143,"by":1,"event":{"type":"placed","at":"c3"}}');
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO "heartbeat" VALUES(0,1796044915140);
CREATE TABLE outages (
    since INTEGER PRIMARY KEY NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE TABLE players (
    id       TEXT PRIMARY KEY NOT NULL,
    key_hash BLOB NOT NULL,
    name     TEXT NOT NULL,
    at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES('4nyqzx3mc6z7qyma',X'257D7FF47461BE7BFA8A74E3F9BA1A85483BBDF103AA401778A500910121D033','Bob',1796044910426);
INSERT INTO "players" VALUES('nxtwpkey1jgatmjx',X'AF75CB4DDE0CA0AD525DC3C264C78C67ECCC674D6BF92481188EC676EB723912','Ann',1796044910237);
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
INSERT INTO "result_players" VALUES('4nyqzx3mc6z7qyma',1796044911529,'TEQAVM',1,'dara',1,0);
INSERT INTO "result_players" VALUES('4nyqzx3mc6z7qyma',1796044913213,'BXY9JE',1,'gul_bara',1,0);
INSERT INTO "result_players" VALUES('nxtwpkey1jgatmjx',1796044911529,'TEQAVM',1,'dara',0,2);
INSERT INTO "result_players" VALUES('nxtwpkey1jgatmjx',1796044913213,'BXY9JE',1,'gul_bara',0,2);
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
INSERT INTO "results" VALUES('BXY9JE',1,5,1796044911897,19,1796044913213,'gul_bara','[0]','resigned','[2,0]','[{"id":"nxtwpkey1jgatmjx","name":"Ann"},{"id":"4nyqzx3mc6z7qyma","name":"Bob"}]','063870a7658302670675d124a854ef4396bd9ec49919584f52276704558f135a');
INSERT INTO "results" VALUES('KNY852',1,5,1796044913484,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "results" VALUES('TEQAVM',1,5,1796044910426,12,1796044911529,'dara','[0]','resigned','[1,0]','[{"id":"nxtwpkey1jgatmjx","name":"Ann"},{"id":"4nyqzx3mc6z7qyma","name":"Bob"}]','95931b29222e2a2086075baa32c1e9ac41164151fde753cb312934ce4bf6ce9c');
CREATE TABLE rooms (
    code     TEXT PRIMARY KEY NOT NULL,
    secret   BLOB NOT NULL,
    setup    TEXT NOT NULL,
    unlisted INTEGER NOT NULL,
    creator  TEXT NOT NULL,
    created  INTEGER NOT NULL,
    status   TEXT NOT NULL
) STRICT;
INSERT INTO "rooms" VALUES('TEQAVM',X'99AD1E8E7777449A88A73022C451F34BE5647B1D20C9E87E51E85B051820CC23','{"game":{"kind":"dara","size":"5x6","long_lines":"allowed","placing":"free","captures":"one","protection":"rows_unless_all","immobile":"loses","no_capture_limit":100,"repetition":3,"position":null},"seats":2,"clock":null,"starts":"creator","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}',0,'nxtwpkey1jgatmjx',1796044910237,'finished');
INSERT INTO "rooms" VALUES('BXY9JE',X'760BC4346468E2EA1EC1DA7349D0144A8B4D5F1D5B92F42ECEA901C353EE6495','{"game":{"kind":"gul_bara","cascade_from":4,"roll_counter":"per_player","match_points":1,"next_starter":"roll_off","position":null},"seats":2,"clock":{"initial_s":3600,"increment_s":5},"starts":"lot","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}',0,'nxtwpkey1jgatmjx',1796044911615,'finished');
INSERT INTO "rooms" VALUES('KNY852',X'97D80D20523AB6CEE54592C0B2E97906483920C84C4A60B781CB2CB2268AA652','{"game":{"kind":"dara","size":"5x6","long_lines":"allowed","placing":"free","captures":"one","protection":"rows_unless_all","immobile":"loses","no_capture_limit":100,"repetition":3,"position":null},"seats":2,"clock":null,"starts":"creator","visibility":"public","spectators":true,"claim_after_s":120,"medium":"virtual","confirm_after_s":60,"fairness":"open","draw_wait_ms":3000,"chat":"all"}',0,'nxtwpkey1jgatmjx',1796044913246,'playing');
CREATE TABLE seats (
    room   TEXT NOT NULL,
    seat   INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (room, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('BXY9JE',1,'4nyqzx3mc6z7qyma');
INSERT INTO "seats" VALUES('KNY852',1,'4nyqzx3mc6z7qyma');
INSERT INTO "seats" VALUES('TEQAVM',1,'4nyqzx3mc6z7qyma');
INSERT INTO "seats" VALUES('BXY9JE',0,'nxtwpkey1jgatmjx');
INSERT INTO "seats" VALUES('KNY852',0,'nxtwpkey1jgatmjx');
INSERT INTO "seats" VALUES('TEQAVM',0,'nxtwpkey1jgatmjx');
CREATE TABLE tokens (
    player  TEXT NOT NULL,
    request TEXT NOT NULL,
    token   TEXT NOT NULL,
    answer  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, request, token)
) STRICT, WITHOUT ROWID;
CREATE INDEX rooms_by_creator ON rooms (creator, created);
CREATE INDEX rooms_listed ON rooms (created) WHERE unlisted = 0 AND status <> 'finished';
CREATE INDEX deadlines_by_time ON deadlines (at);
CREATE INDEX seats_by_player ON seats (player);
CREATE INDEX tokens_by_time ON tokens (at);
CREATE INDEX outages_by_end ON outages (until);
PRAGMA user_version = 1;
COMMIT;
