-- What a lock is for, beside its id: a message, or an item of a host's page. Both are named by strings that clients choose, so
-- each has a namespace of its own.
ALTER TABLE "media_lock" ADD COLUMN "source" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_share" ADD COLUMN "source" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
-- Purchases of before: opened, under the name of a file of the page. A message under that name that nobody opened stays one.
UPDATE "media_lock" SET "source" = 'page'
  WHERE "state" <> 'locked' AND "mid" ~ '^exclusive/[0-9a-f]{32}$' AND (
    EXISTS (SELECT FROM "media_share" s WHERE s."lock_id" = "media_lock"."id" AND "media_lock"."mid" = 'exclusive/' || s."media_id")
    OR NOT EXISTS (SELECT FROM "media_share" s WHERE s."lock_id" = "media_lock"."id"));--> statement-breakpoint
UPDATE "media_share" SET "source" = 'page' FROM "media_lock"
  WHERE "media_lock"."id" = "media_share"."lock_id" AND "media_lock"."source" = 'page' AND "media_lock"."mid" = "media_share"."mid";--> statement-breakpoint
DROP INDEX "media_lock_of_message";--> statement-breakpoint
CREATE UNIQUE INDEX "media_lock_of_source" ON "media_lock" USING btree ("source","from_uid","to_uid","mid");--> statement-breakpoint
ALTER TABLE "media_share" DROP CONSTRAINT "media_share_media_id_uid_mid_pk";--> statement-breakpoint
ALTER TABLE "media_share" ADD CONSTRAINT "media_share_media_id_uid_source_mid_pk" PRIMARY KEY("media_id","uid","source","mid");--> statement-breakpoint
ALTER TABLE "media_lock" ADD CONSTRAINT "media_lock_source" CHECK ("media_lock"."source" in ('message', 'page'));--> statement-breakpoint
ALTER TABLE "media_share" ADD CONSTRAINT "media_share_source" CHECK ("media_share"."source" in ('message', 'page'));--> statement-breakpoint
DROP FUNCTION begin_call("call", jsonb);--> statement-breakpoint
-- Inserts a call between two admitted people, with the first allowance of the list that is left, or gems for a minute
-- that its caller may spend now. `shown` is what the caller was told: with fewer `freeSeconds` or more `silver` nothing begins.
-- What an allowance costs in silver is held, last of all, so that nobody waits for a wallet who could be refused before. The
-- result has a `refusal` (then nothing is kept), or the terms. One person is in one call only, on either side of it.
CREATE FUNCTION begin_call(wanted "call", allowances jsonb, shown jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  people bigint[] := ARRAY[wanted.caller, wanted.callee];
  one record;
  is_free boolean := false;
  held text;
  refused text;
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
    IF NOT is_free AND wanted.kind = 'silver' THEN
      RETURN '{"refusal": "no-allowance"}';
    END IF;
    IF wanted.free_seconds < coalesce((shown ->> 'freeSeconds')::integer, 0)
      OR wanted.silver > coalesce((shown ->> 'silver')::integer, wanted.silver) THEN
      DELETE FROM allowance_use WHERE sid = wanted.sid;
      RETURN jsonb_build_object('refusal', 'price-changed', 'freeSeconds', wanted.free_seconds, 'silver', wanted.silver);
    END IF;
    IF NOT is_free THEN
      refused := spending_refusal(wanted.caller, 'gems', wanted.price, ledger_now());
      IF refused IS NOT NULL THEN
        RETURN jsonb_build_object('refusal', CASE refused WHEN 'limited' THEN 'spend-limit' ELSE refused END);
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
      RETURN jsonb_build_object('refusal', CASE held
        WHEN 'insufficient' THEN 'silver-insufficient' WHEN 'locked' THEN 'locked' ELSE 'no-allowance' END);
    END IF;
  END IF;
  INSERT INTO "call" SELECT wanted.*;
  RETURN jsonb_build_object('kind', wanted.kind, 'freeSeconds', wanted.free_seconds, 'paid', wanted.paid,
    'silver', wanted.silver);
END
$$;
