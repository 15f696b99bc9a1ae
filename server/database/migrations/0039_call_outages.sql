-- A call that an outage of the server ends costs only the minutes that were attested to their end (calls/words.ts, isCutShort). So a
-- minute is posted when it is whole, an allowance that an outage prevented comes back, and silver is held until the end of the call.

-- The metered time of a call up to a moment without what the caller doubts, in ms.
CREATE FUNCTION call_earned_ms(one "call", moment bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT call_metered(one.stretches, moment) - coalesce((
    SELECT sum(call_metered(one.stretches, least((doubt ->> 1)::bigint, moment))
      - call_metered(one.stretches, least((doubt ->> 0)::bigint, moment)))
    FROM jsonb_array_elements(one.doubts) AS doubt
  ), 0)::bigint
$$;
--> statement-breakpoint
-- The started minutes that the callee has earned up to a moment, of a caller who has seen them and is not late then.
CREATE OR REPLACE FUNCTION call_earned_minutes(one "call", moment bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(one.minutes, call_minutes(call_earned_ms(one, moment), one.free_seconds))
$$;
--> statement-breakpoint
-- Holds the one minute that is due of a calm call, and posts those before it that both attest to their end. No row: the minute is not
-- due, cannot be paid, or is not all that is due. `gems`: what the caller can spend then.
CREATE OR REPLACE FUNCTION take_minute(which text, now bigint, late bigint) RETURNS TABLE (changed "call", gems bigint) LANGUAGE plpgsql AS $$
DECLARE
  one "call";
  earned integer;
  due bigint;
BEGIN
  SELECT * INTO one FROM "call" WHERE sid = which FOR UPDATE;
  due := call_minute_at(one);
  IF NOT FOUND OR NOT one.paid OR NOT call_is_calm(one, now, late) OR due > now OR due + 60000 <= now OR due IS NULL THEN
    RETURN;
  END IF;
  earned := least(one.minutes, greatest(0, call_minutes(
    call_earned_ms(one, least(one.callee_beat, one.caller_proof)), one.free_seconds) - 1));
  -- First, because it locks both wallets: the hold then never waits.
  FOR minute IN one.posted + 1 .. earned LOOP
    PERFORM post_call_minute(one, minute, one.share_percent);
  END LOOP;
  one.posted := greatest(one.posted, earned);
  IF ledger_transfer('call:' || which || ':' || one.minutes + 1, 'hold', 'gems', one.price, null, ARRAY[one.caller, -1],
    ARRAY[-one.price, one.price]::bigint[], 'call', which) NOT IN ('done', 'known')
  THEN
    UPDATE "call" SET posted = one.posted WHERE sid = which;
    RETURN;
  END IF;
  one.minutes := one.minutes + 1;
  one.due_at := call_due_at(one, late);
  UPDATE "call" SET posted = one.posted, minutes = one.minutes, due_at = one.due_at WHERE sid = which;
  changed := one;
  gems := spendable_gems(one.caller);
  RETURN NEXT;
END
$$;
--> statement-breakpoint
DROP FUNCTION end_call(text, bigint, bigint, bigint, text, text, boolean, boolean);
--> statement-breakpoint
-- Ends a call for one of the two (with `cancels` for its caller alone): a calm one of which no minute is due and no silver is held, or
-- one that is not connected, cost nothing and is not due. `missed`: if it was not connected, it is one that the callee missed; then
-- only the caller ends it here. `alive`: since when this process receives from clients; the allowance of a call that was answered
-- before, and is not connected, comes back. No row: it has to be looked at as a whole, or is no such call.
CREATE FUNCTION end_call(
  which text, who bigint, now bigint, late bigint, why text, rejection text, cancels boolean, missed boolean, alive bigint
) RETURNS SETOF "call" LANGUAGE plpgsql AS $$
DECLARE
  one "call";
  earned integer := 0;
BEGIN
  SELECT * INTO one FROM "call" WHERE sid = which FOR UPDATE;
  IF NOT FOUND OR who <> one.caller AND (cancels OR who <> one.callee) THEN
    RETURN;
  END IF;
  IF call_is_calm(one, now, late) AND one.silver = 0 AND coalesce(call_minute_at(one) > now, true)
    AND one.minutes <= call_minutes(call_metered(one.stretches, now), one.free_seconds)
  THEN
    one.stretches := one.stretches - -1 || jsonb_build_array(jsonb_build_array((one.stretches -> -1 ->> 0)::bigint, now));
    earned := call_earned_minutes(one, now);
    FOR minute IN one.posted + 1 .. one.minutes LOOP
      PERFORM post_call_minute(one, minute, CASE WHEN minute <= earned THEN one.share_percent ELSE 0 END);
    END LOOP;
    one.posted := greatest(one.posted, earned);
    one.seconds := call_metered(one.stretches, now) / 1000;
  ELSIF missed AND who = one.callee OR one.state NOT IN ('ringing', 'answered') OR one.silver > 0 OR one.due_at <= now THEN
    RETURN;
  END IF;
  IF one.answer_time = 0 OR one.connecting_time = 0 AND one.answer_time < alive THEN
    DELETE FROM allowance_use WHERE sid = which;
  END IF;
  IF earned > 0 THEN
    one.recent := true;
    UPDATE anchor SET paid_minutes_recent = paid_minutes_recent + earned WHERE uid = one.callee;
  END IF;
  UPDATE "call" SET state = 'ended', end_time = now, settled_at = now, reason = why, reject_type = rejection,
    stretches = one.stretches, seconds = one.seconds, posted = one.posted, recent = one.recent
    WHERE sid = which RETURNING * INTO one;
  RETURN NEXT one;
END
$$;
