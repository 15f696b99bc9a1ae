CREATE TABLE "archive" (
	"owner" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "archive_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1000000001 CACHE 1),
	"peer" bigint NOT NULL,
	"out" boolean NOT NULL,
	"mid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"stanza" text NOT NULL,
	CONSTRAINT "archive_owner_id_pk" PRIMARY KEY("owner","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "archive_once" ON "archive" USING btree ("owner","peer","out","mid");--> statement-breakpoint
CREATE INDEX "archive_by_peer" ON "archive" USING btree ("owner","peer","id");