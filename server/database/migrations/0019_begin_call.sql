-- Takes one call of an allowance for this call: for the account and, where it does not come anew each day, for each device that is
-- signed in. False when none is left. The numbers are those of calls/allowances.ts.
CREATE FUNCTION reserve_allowance(
  what text, times integer, day bigint, payers_only boolean, who bigint, for_sid text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  owners text[] := ARRAY(
    SELECT 'uid:' || who || coalesce('@' || day, '')
    UNION SELECT 'device:' || device FROM device_token WHERE day IS NULL AND uid = who AND revoked_at IS NULL
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
-- Inserts a call between two admitted people, with the first allowance of the list that is left, or gems for a minute. The
-- result has a `refusal` (then nothing is kept), or the terms. One person is in one call only, on either side of it.
CREATE FUNCTION begin_call(wanted "call", allowances jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  people bigint[] := ARRAY[wanted.caller, wanted.callee];
  one record;
  is_free boolean := false;
BEGIN
  IF wanted.kind = 'silver' OR (wanted.kind <> 'match' AND wanted.price > 0) THEN
    FOR one IN
      SELECT kind, times, day, "payersOnly", seconds, paid
      FROM ROWS FROM (jsonb_to_recordset(allowances) AS (
        kind text, times integer, day bigint, "payersOnly" boolean, seconds integer, paid boolean
      )) WITH ORDINALITY AS list (kind, times, day, "payersOnly", seconds, paid, n)
      ORDER BY n
    LOOP
      is_free := reserve_allowance(one.kind, one.times, one.day, one."payersOnly", wanted.caller, wanted.sid);
      IF is_free THEN
        wanted.kind := one.kind;
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
  INSERT INTO "call" SELECT wanted.*;
  RETURN jsonb_build_object('kind', wanted.kind, 'freeSeconds', wanted.free_seconds, 'paid', wanted.paid);
END
$$;
