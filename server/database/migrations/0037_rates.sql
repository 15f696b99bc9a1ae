CREATE UNLOGGED TABLE "rate_use" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"until" bigint NOT NULL
);
