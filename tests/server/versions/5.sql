-- A store as version 5 of the schema kept it: a match under way with clocks and a box of its own, in which a move was undone (the keys
-- m6MKayQfXc9os_LGId2O5SnXMWCcAEf3-cUIUZH7bfY and JPVPj3oW8uyN7P_WmA4JogQiaAgrxcLpp61525Cs2k0 open chairs 0 and 1), a match that is over,
-- the table of its rematch, and a table with a bot that waits for its start; and a study of the match that is over,
-- whose leader has the key Zs5dVnVQ0X4q8y3oN1c7kTtJ2mR6wLhB9uEaGfYpXiA.
BEGIN TRANSACTION;
CREATE TABLE boxes (digest VARCHAR(64) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL, text TEXT NOT NULL, created DOUBLE NOT NULL);
INSERT INTO "boxes" VALUES('9322b7ba9b500fc7301dc00749779832cc22d88984d786e6edbf59ca7ecc7443','banner_festival','{"abilities":[{"kind":"gate","number":0,"source":"I"},{"fruit":1,"kind":"sprint","number":1,"source":"I","steps":2},{"kind":"nearest","number":2,"source":"I"},{"kind":"race","least":1,"number":3,"source":"I","steps":1},{"area":"quadrant","kind":"harvest","least":1,"most":4,"number":4,"source":"I"},{"banners":1,"kind":"tower","number":5,"source":"I"},{"kind":"race","least":2,"number":6,"source":"I","steps":2},{"area":"region","kind":"harvest","least":1,"most":6,"number":7,"source":"I"},{"banners":2,"kind":"tower","number":8,"source":"I"},{"kind":"keep","number":9,"profit":5,"source":"I"}],"banners":{"bonus":1,"each":14,"source":"R"},"characters":{"profit":[1,3,6,10,15,21,28],"source":"I"},"colours":[{"name":"pink","source":"C","stunts":[3,6,2,7]},{"name":"green","source":"C","stunts":[3,6,2,7]},{"name":"red","source":"C","stunts":[3,6,2,7]},{"name":"white","source":"C","stunts":[3,6,2,7]},{"name":"black","source":"C","stunts":[3,6,2,7]}],"docks":[{"fruit":[1,2],"quadrant":"teal","source":"C","spaces":["even","odd","purple","orange"]},{"fruit":[1,2],"quadrant":"purple","source":"C","spaces":["even","odd","orange","yellow"]},{"fruit":[1,2],"quadrant":"orange","source":"C","spaces":["even","odd","yellow","teal"]},{"fruit":[1,2],"quadrant":"yellow","source":"C","spaces":["even","odd","teal","purple"]}],"hands":{"for_five":7,"for_four":8,"for_three":8,"for_two":8,"source":"R"},"majorities":{"for_five":[6,3,1],"for_four":[6,3,1],"for_three":[6,3,0],"for_two":[6,3,0],"source":"R"},"pool":{"for_five":13,"for_four":11,"for_three":9,"for_two":7,"source":"R"},"ring":{"quadrants":["orange","orange","yellow","yellow","teal","teal","purple","purple"],"source":"C"},"start":{"gate":4,"source":"R","watercraft":1}}',1.79495771828034400945e+09);
CREATE TABLE moves (table_id VARCHAR(32) NOT NULL, ordinal INTEGER NOT NULL, update_number BIGINT NOT NULL, seat INTEGER NOT NULL, words TEXT NOT NULL, made DOUBLE NOT NULL, time_left DOUBLE, PRIMARY KEY (table_id, ordinal));
INSERT INTO "moves" VALUES('mmp33mut2ntx',0,4,1,'play yellow2',1.79495771850727558137e+09,5.99983541778001381325e+02);
INSERT INTO "moves" VALUES('mmp33mut2ntx',1,5,0,'play purple9',1.79495771859007596966e+09,5.99900743602000147787e+02);
INSERT INTO "moves" VALUES('mmp33mut2ntx',2,6,0,'play orange3',1.7949577186185116768e+09,604.872303903001);
INSERT INTO "moves" VALUES('mmp33mut2ntx',3,7,1,'play teal9',1.79495771869407868387e+09,604.879657292);
INSERT INTO "moves" VALUES('mmp33mut2ntx',4,8,1,'play purple1',1.79495771878207325935e+09,6.09791665129001557964e+02);
INSERT INTO "moves" VALUES('mmp33mut2ntx',5,9,0,'play purple6',1.79495771884610533716e+09,6.09720401320000746645e+02);
INSERT INTO "moves" VALUES('mmp33mut2ntx',6,10,1,'gate 1',1.79495771891425681112e+09,6.14723582243001146711e+02);
INSERT INTO "moves" VALUES('ynqswm9vfcet',0,4,0,'side a',1.79495772001199460025e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',1,5,1,'side b',1.79495772013383126253e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',2,6,0,'right b2',1.79495772019471359253e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',3,7,1,'right c2',1.79495772029786562927e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',4,8,0,'right a2',1.79495772035068869593e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',5,9,1,'right b3',1.79495772046587371822e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',6,10,0,'right a3',1.79495772049115157129e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',7,11,1,'right c3',1.79495772061367726323e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',8,12,0,'pile 4',1.79495772065521359446e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',9,13,1,'left c1',1.79495772074186158177e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',10,14,0,'pile 4',1.79495772079877972601e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',11,15,1,'left c1',1.79495772089401674272e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',12,16,0,'right c2',1.79495772094927048684e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',13,17,1,'left b2',1.79495772104999208457e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',14,18,0,'right c3',1.79495772112245392804e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',15,19,1,'right a1',1.79495772122176098823e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',16,20,0,'left b1',1.79495772129089951516e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',17,21,1,'left a2',1.79495772140261483197e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',18,22,0,'left c1',1.79495772146281147001e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',19,23,1,'right c3',1.79495772152194070815e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',20,24,0,'right a1',1.79495772159127926822e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',21,25,1,'right a3',1.79495772169004368786e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',22,26,0,'pile 3',1.7949577217103505134e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',23,27,1,'right c2',1.79495772180205416675e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',24,28,0,'left b2',1.79495772186206173901e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',25,29,1,'left c2',1.79495772195438647268e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',26,30,0,'right b1',1.7949577220198090076e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',27,31,1,'right a1',1.7949577221045923233e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',28,32,0,'left b1',1.7949577221425731182e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',29,33,1,'left a2',1.7949577222300937176e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',30,34,0,'left a2',1.79495772225988125796e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',31,35,1,'pile 2',1.79495772233416557312e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',32,36,0,'pile 3',1.79495772240613245965e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',33,37,1,'right a2',1.79495772249808907506e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',34,38,0,'left c1',1.79495772250321459768e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',35,39,1,'pile 2',1.79495772255806469914e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',36,40,0,'right b3',1.79495772261097335815e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',37,41,1,'pile 2',1.79495772270205831535e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',38,42,0,'left b1',1.79495772270716476446e+09,NULL);
INSERT INTO "moves" VALUES('ynqswm9vfcet',39,43,1,'pile 1',1.79495772277019906043e+09,NULL);
CREATE TABLE positions (table_id VARCHAR(32) NOT NULL PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE properties (name VARCHAR(16) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "properties" VALUES('secret','6ae1d179de98ad431cf370880683041d0592c18f2b7972caeb5fdaa97ffd82df');
INSERT INTO "properties" VALUES('pulse','{"date":1794957723.0384712,"uptime":6.242217252000046}');
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO "schema_version" VALUES(5);
CREATE TABLE studies (id VARCHAR(32) NOT NULL PRIMARY KEY, leader VARCHAR(64) NOT NULL, creator VARCHAR(64) NOT NULL, created DOUBLE NOT NULL, changed DOUBLE NOT NULL, game VARCHAR(64) NOT NULL, record TEXT NOT NULL, box TEXT, number BIGINT NOT NULL, comments_open BOOLEAN NOT NULL, annotations TEXT NOT NULL, place TEXT NOT NULL);
INSERT INTO "studies" VALUES('h3kq8w2mznty','434f84a20b781c31e0d41d18f3b0558d42fa0ea7587dd8a98d0cdbc3aeef71c0','0000000000000000000000000000000000000000000000000000000000000000',1794957730.0,1794957740.0,'festival','game festival 1
seats 2
option boards random
box 7e4d745908394f2f
secret efe99783c27b1aaca0e1ad19eef249de0fbd9e58c26de7b2f2820e609ba29671
player 1 guest 1

0 side a
1 side b
0 right b2
1 right c2
0 right a2
1 right b3
0 right a3
1 right c3
0 pile 4
1 left c1
0 pile 4
1 left c1
0 right c2
1 left b2
0 right c3
1 right a1
0 left b1
1 left a2
0 left c1
1 right c3
0 right a1
1 right a3
0 pile 3
1 right c2
0 left b2
1 left c2
0 right b1
1 right a1
0 left b1
1 left a2
0 left a2
1 pile 2
0 pile 3
1 right a2
0 left c1
1 pile 2
0 right b3
1 pile 2
0 left b1
1 pile 1
outcome 18 12
',NULL,4,1,'{"side_lines":{"2":{"parent":0,"at":0,"moves":[[0,"side b"]],"numbers":[0]}},"comments":{"1":{"line":0,"at":1,"author":"Ann","text":"A quiet start."},"3":{"line":2,"at":1,"author":"Ben","text":"Or this?"}},"last":3}','{"line":2,"at":1,"eyes":"open"}');
CREATE TABLE tables (id VARCHAR(32) NOT NULL PRIMARY KEY, game VARCHAR(64) NOT NULL, rules INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL, box VARCHAR(16) NOT NULL, listed BOOLEAN NOT NULL, clock TEXT NOT NULL, away INTEGER, seed BLOB NOT NULL, host VARCHAR(64) NOT NULL, created DOUBLE NOT NULL, phase VARCHAR(8) NOT NULL, update_number BIGINT NOT NULL, progress TEXT NOT NULL, changed DOUBLE NOT NULL, own_box VARCHAR(64), due DOUBLE, creator VARCHAR(64));
INSERT INTO "tables" VALUES('mmp33mut2ntx','banner_festival',1,2,'{}','9322b7ba9b500fc7',1,'{"kind":"bank","seconds":600,"increment":5}',NULL,X'2FE1BA889A5110B32D74778DF38CB5A93E77E10037F4822435C6AD5BBA101B7D','c231bddf7284489e17bb97934100851244a4dfeba5dc4601699008e51bb95cdd',1.79495771828034400945e+09,'playing',12,'{"chairs":[{"hash":"7314e991e42b121f5010b423711169d79efd7dfb80bc0f7dc623b1e6216132b3","person":true,"name":"","bot":null,"resigned":false,"mark":"139641509919376-4"},{"hash":"3ef43cb617fd625f835e4ea180a5a558999943a39fecdc07573f835823f59e9a","person":true,"name":"guest 1","bot":null,"resigned":false,"mark":"139641506694352-6"}],"banks":[610.6258977229991,615.6883882109996],"undone":12,"next":null,"points":null,"settled":6.212420247000409}',1.79495772300868558883e+09,'9322b7ba9b500fc7301dc00749779832cc22d88984d786e6edbf59ca7ecc7443',6.16838317969999479824e+02,NULL);
INSERT INTO "tables" VALUES('ynqswm9vfcet','festival',1,2,'{"boards":"random"}','7e4d745908394f2f',1,'{"kind":"none","seconds":0,"increment":0}',NULL,X'EFE99783C27B1AACA0E1AD19EEF249DE0FBD9E58C26DE7B2F2820E609BA29671','956218443f615ec94f8b021dbf9f9a7fd499ca0f3aff3c9f1edbeebd8244c35c',1.79495771969539260866e+09,'over',44,'{"chairs":[{"hash":"601dbaf56d1cd46fb7ad55c8ce57dcfe4e4c0c3b404d1650758acb0a40d06033","person":true,"name":"","bot":null,"resigned":false,"mark":"139641506651728-22"},{"hash":"c8bbb202fd4b10d60da56dd6fb0668ec4c9ce206b832e37e0bcd2852e52407d5","person":true,"name":"guest 1","bot":null,"resigned":false,"mark":"139641480569232-20"}],"banks":[0.0,0.0],"undone":0,"next":"medf7s2vm3fv","points":[18,12],"settled":null}',1.79495772283900618558e+09,NULL,NULL,NULL);
INSERT INTO "tables" VALUES('medf7s2vm3fv','festival',1,2,'{"boards":"random"}','7e4d745908394f2f',1,'{"kind":"none","seconds":0,"increment":0}',NULL,X'5C59EDBBA75C048B77DC32CACCE9F9C3F80341F26250B005787EC4FFB777EC8D','956218443f615ec94f8b021dbf9f9a7fd499ca0f3aff3c9f1edbeebd8244c35c',1.79495772283890509609e+09,'waiting',1,'{"chairs":[{"hash":"c8bbb202fd4b10d60da56dd6fb0668ec4c9ce206b832e37e0bcd2852e52407d5","person":true,"name":"guest 1","bot":null,"resigned":false,"mark":""},{"hash":"601dbaf56d1cd46fb7ad55c8ce57dcfe4e4c0c3b404d1650758acb0a40d06033","person":true,"name":"","bot":null,"resigned":false,"mark":""}],"banks":[0.0,0.0],"undone":0,"next":null,"points":null,"settled":null}',1.79495772283900547022e+09,NULL,NULL,'1527467507cc5043f87bd3bb165f011a15c45486d7eff5a530d8851112e61043');
INSERT INTO "tables" VALUES('a24t8vvpp9s2','banner_festival',1,2,'{}','9322b7ba9b500fc7',0,'{"kind":"none","seconds":0,"increment":0}',300,X'7280829CD48235FDFEB7C47DAC357469D43EF8CF4CF1879AD131D06F5F84430B','5c3ffc8b31c49e1c2a8e7084345c2ea6a4ba1b4ea3dc521021f4db335f60a967',1.79495772299980115892e+09,'waiting',1,'{"chairs":[{"hash":"a740d0521c21b52e2f16e12a7021a48ea8d68a195788301ca1f337d2d59476bc","person":true,"name":"Ann","bot":null,"resigned":false,"mark":""},{"hash":"0f8dedbec7f15df441eff01d46c4ccbe92397dba838c1a6fef27f016e14adfc1","person":false,"name":"","bot":"random","resigned":false,"mark":""}],"banks":[0.0,0.0],"undone":0,"next":null,"points":null,"settled":null}',1.79495772299980115892e+09,NULL,NULL,'1527467507cc5043f87bd3bb165f011a15c45486d7eff5a530d8851112e61043');
CREATE INDEX tables_by_change ON tables (listed, phase, changed);
CREATE INDEX tables_by_phase ON tables (phase, changed);
CREATE INDEX tables_by_due ON tables (due);
CREATE INDEX tables_by_creator ON tables (creator);
CREATE INDEX tables_by_own_box ON tables (own_box);
CREATE INDEX studies_by_creator ON studies (creator);
CREATE INDEX studies_by_change ON studies (changed);
COMMIT;
