DROP INDEX "violation_once";--> statement-breakpoint
CREATE UNIQUE INDEX "violation_of_words" ON "violation" USING btree ("uid","about","mid") WHERE rule = 'porn-words';--> statement-breakpoint
CREATE UNIQUE INDEX "violation_of_picture" ON "violation" USING btree ("uid","mid") WHERE rule = 'porn-picture';