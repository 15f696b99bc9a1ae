CREATE TABLE "check_in_reminder" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lucky_draw" (
	"uid" bigint NOT NULL,
	"day" integer NOT NULL,
	"roll" smallint NOT NULL,
	"version" smallint NOT NULL,
	"coins" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lucky_draw_uid_day_pk" PRIMARY KEY("uid","day"),
	CONSTRAINT "lucky_draw_roll" CHECK ("lucky_draw"."roll" between 0 and 9999 and "lucky_draw"."coins" > 0)
);
--> statement-breakpoint
CREATE TABLE "reward_claim" (
	"task" text NOT NULL,
	"owner" text NOT NULL,
	"day" integer NOT NULL,
	"uid" bigint NOT NULL,
	"coins" integer NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reward_claim_task_owner_day_pk" PRIMARY KEY("task","owner","day"),
	CONSTRAINT "reward_claim_coins" CHECK ("reward_claim"."coins" > 0)
);
--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "silver" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "check_in_reminder" ADD CONSTRAINT "check_in_reminder_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "reward_claim_by_uid" ON "reward_claim" USING btree ("uid");
--> statement-breakpoint
ALTER TABLE "call" ADD CONSTRAINT "call_silver" CHECK ("call"."silver" between 0 and 1000000);
--> statement-breakpoint
CREATE TRIGGER reward_claim_append_only BEFORE UPDATE OR DELETE ON "reward_claim" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER reward_claim_never_emptied BEFORE TRUNCATE ON "reward_claim" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lucky_draw_append_only BEFORE UPDATE OR DELETE ON "lucky_draw" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lucky_draw_never_emptied BEFORE TRUNCATE ON "lucky_draw" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Counts an allowance by device where it says so, whether it comes anew each day or not: free silver calls are a device's too.
DROP FUNCTION reserve_allowance(text, integer, bigint, boolean, bigint, text);
--> statement-breakpoint
-- Takes one call of an allowance for this call: for the account and, where it is counted so, for each device that is signed
-- in. False when none is left. The numbers are those of calls/allowances.ts.
CREATE FUNCTION reserve_allowance(
  what text, times integer, day bigint, by_device boolean, payers_only boolean, who bigint, for_sid text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  owners text[] := ARRAY(
    SELECT 'uid:' || who || coalesce('@' || day, '')
    UNION SELECT 'device:' || device || coalesce('@' || day, '') FROM device_token WHERE by_device AND uid = who AND revoked_at IS NULL
  );
BEGIN
  IF payers_only AND NOT EXISTS (SELECT FROM account WHERE uid = who AND paid) THEN
    RETURN false;
  END IF;
  -- Mostly none is left: then nothing is locked.
  IF EXISTS (SELECT FROM allowance_use WHERE kind = what AND owner = ANY (owners) GROUP BY owner HAVING count(*) >= times) THEN
    RETURN false;
  END IF;
  -- Every request locks in the same order. A device that signs in meanwhile is not locked, and counts from the next call on.
  PERFORM pg_advisory_xact_lock(4600004, hashtext(key))
    FROM (SELECT what || ' ' || owner AS key FROM unnest(owners) owner ORDER BY (what || ' ' || owner) COLLATE "C") keys;
  -- A statement of its own: it sees what was committed while this one waited.
  IF EXISTS (SELECT FROM allowance_use WHERE kind = what AND owner = ANY (owners) GROUP BY owner HAVING count(*) >= times) THEN
    RETURN false;
  END IF;
  INSERT INTO allowance_use (kind, owner, slot, sid)
    SELECT what, own, min(n), for_sid FROM unnest(owners) own, generate_series(1, times) n
    WHERE NOT EXISTS (SELECT FROM allowance_use taken WHERE (taken.kind, taken.owner, taken.slot) = (what, own, n))
    GROUP BY own;
  RETURN true;
END
$$;
--> statement-breakpoint
-- Inserts a call between two admitted people, with the first allowance of the list that is left, or gems for a minute. What an
-- allowance costs in silver is held, last of all, so that nobody waits for a wallet who could be refused before. The
-- result has a `refusal` (then nothing is kept), or the terms. One person is in one call only, on either side of it.
CREATE OR REPLACE FUNCTION begin_call(wanted "call", allowances jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  people bigint[] := ARRAY[wanted.caller, wanted.callee];
  one record;
  is_free boolean := false;
  held text;
BEGIN
  IF wanted.kind = 'silver' OR (wanted.kind <> 'match' AND wanted.price > 0) THEN
    FOR one IN
      SELECT kind, "callKind", times, day, "byDevice", "payersOnly", silver, seconds, paid
      FROM ROWS FROM (jsonb_to_recordset(allowances) AS (
        kind text, "callKind" text, times integer, day bigint, "byDevice" boolean, "payersOnly" boolean, silver integer,
        seconds integer, paid boolean
      )) WITH ORDINALITY AS list (kind, "callKind", times, day, "byDevice", "payersOnly", silver, seconds, paid, n)
      ORDER BY n
    LOOP
      is_free := reserve_allowance(one.kind, one.times, one.day, one."byDevice", one."payersOnly", wanted.caller, wanted.sid);
      IF is_free THEN
        wanted.kind := one."callKind";
        wanted.silver := one.silver;
        wanted.free_seconds := one.seconds;
        wanted.paid := one.paid;
        EXIT;
      END IF;
    END LOOP;
    IF NOT is_free THEN
      IF wanted.kind = 'silver' THEN
        RETURN '{"refusal": "no-allowance"}';
      END IF;
      IF NOT EXISTS (SELECT FROM wallet WHERE uid = wanted.caller AND currency = 'gems' AND amount >= wanted.price) THEN
        RETURN '{"refusal": "gems-insufficient"}';
      END IF;
      wanted.paid := true;
    END IF;
  END IF;
  -- Everybody holds these locks in the same order, behind those of allowances.
  PERFORM pg_advisory_xact_lock(4600005, who)
    FROM (SELECT DISTINCT hashtext(uid::text) AS who FROM unnest(people) uid ORDER BY who) locked;
  IF EXISTS (SELECT FROM "call" WHERE state <> 'ended' AND (caller = ANY (people) OR callee = ANY (people))) THEN
    DELETE FROM allowance_use WHERE sid = wanted.sid;
    RETURN jsonb_build_object('refusal', CASE
      WHEN EXISTS (SELECT FROM "call" WHERE state <> 'ended' AND wanted.caller IN (caller, callee)) THEN 'one-call'
      ELSE 'busy' END);
  END IF;
  IF wanted.silver > 0 THEN
    held := ledger_transfer('call:' || wanted.sid || ':silver', 'hold', 'silver', wanted.silver, null,
      ARRAY[wanted.caller, -1], ARRAY[-wanted.silver, wanted.silver]::bigint[], 'call', wanted.sid);
    IF held <> 'done' THEN
      DELETE FROM allowance_use WHERE sid = wanted.sid;
      RETURN jsonb_build_object('refusal', CASE held WHEN 'insufficient' THEN 'silver-insufficient' ELSE 'no-allowance' END);
    END IF;
  END IF;
  INSERT INTO "call" SELECT wanted.*;
  RETURN jsonb_build_object('kind', wanted.kind, 'freeSeconds', wanted.free_seconds, 'paid', wanted.paid,
    'silver', wanted.silver);
END
$$;
