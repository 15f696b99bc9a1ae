-- Steps of a call that are one statement each where nothing unusual is due (calls/steps.ts); whatever else is decided with the row
-- locked (calls/advance.ts). What the meter makes of a call is said in calls/meter.ts; these say the same. `late` is CALL_AWAY_AFTER_MS.

-- The metered time of a call up to a moment, in ms.
CREATE FUNCTION call_metered(stretches jsonb, moment bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(greatest(0, least(coalesce((one ->> 1)::bigint, moment), moment) - (one ->> 0)::bigint)), 0)::bigint
  FROM jsonb_array_elements(stretches) AS one
$$;
--> statement-breakpoint
-- The paid minutes that began in so much metered time.
CREATE FUNCTION call_minutes(metered bigint, free_seconds integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN metered < free_seconds * 1000::bigint THEN 0 ELSE (metered - free_seconds * 1000::bigint) / 60000 + 1 END::integer
$$;
--> statement-breakpoint
-- The minutes that the callee has earned up to a moment, of a caller who has seen them and is not late then.
CREATE FUNCTION call_earned_minutes(one "call", moment bigint) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(one.minutes, call_minutes(call_metered(one.stretches, moment) - coalesce((
    SELECT sum(call_metered(one.stretches, least((doubt ->> 1)::bigint, moment))
      - call_metered(one.stretches, least((doubt ->> 0)::bigint, moment)))
    FROM jsonb_array_elements(one.doubts) AS doubt
  ), 0)::bigint, one.free_seconds))
$$;
--> statement-breakpoint
-- Whether a call goes on as it should: both get media and beat in time, and the meter runs. Then only a minute can be due. A beat of
-- a clock that is ahead by less than `late` is in time.
CREATE FUNCTION call_is_calm(one "call", now bigint, late bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(one.state = 'connected' AND one.wait_until = 0 AND one.caller_seen AND one.caller_loss = 0 AND one.callee_loss = 0
    AND NOT one.caller_away AND NOT one.callee_away
    AND abs(now - one.caller_beat) <= late AND abs(now - one.callee_beat) <= late
    AND one.stretches -> -1 -> 1 = 'null' AND (one.stretches -> -1 ->> 0)::bigint <= now, false)
$$;
--> statement-breakpoint
-- When the next minute of a call whose meter runs begins; null where nothing is metered.
CREATE FUNCTION call_minute_at(one "call") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN one.price > 0 THEN (one.stretches -> -1 ->> 0)::bigint + one.free_seconds * 1000::bigint
    + one.minutes * 60000::bigint - call_metered(one.stretches - -1, 9007199254740991) END
$$;
--> statement-breakpoint
-- When a calm call has to be looked at again.
CREATE FUNCTION call_due_at(one "call", late bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT least(call_minute_at(one), one.caller_beat + late + 1, one.callee_beat + late + 1)
$$;
--> statement-breakpoint
-- Posts a held minute of a call: so many percent to the callee, the rest to the house.
CREATE FUNCTION post_call_minute(one "call", minute integer, percent bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held transfer%ROWTYPE;
  share bigint;
BEGIN
  SELECT * INTO STRICT held FROM transfer WHERE operation = 'call:' || one.sid || ':' || minute AND kind = 'hold';
  share := held.gross * percent / 100;
  PERFORM ledger_transfer(held.operation || ':post', 'post', held.currency, held.gross, held.id, ARRAY[-1, one.callee, 0],
    ARRAY[-held.gross, share, held.gross - share], held.subject_type, held.subject_id);
END
$$;
--> statement-breakpoint
-- Holds the one minute that is due of a calm call, and posts those before it that are surely earned. No row: the minute is not
-- due, cannot be paid, or is not all that is due. `gems`: what the caller can spend then.
CREATE FUNCTION take_minute(which text, now bigint, late bigint) RETURNS TABLE (changed "call", gems bigint) LANGUAGE plpgsql AS $$
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
  earned := call_earned_minutes(one, least(one.callee_beat, one.caller_proof));
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
-- Ends a call for one of the two (with `cancels` for its caller alone): a calm one of which no minute is due, or one that is not
-- connected, cost nothing and is not due. `missed`: if it was not connected, it is one that the callee missed; then only the
-- caller ends it here. No row: it has to be looked at as a whole, or is no such call.
CREATE FUNCTION end_call(
  which text, who bigint, now bigint, late bigint, why text, rejection text, cancels boolean, missed boolean
) RETURNS SETOF "call" LANGUAGE plpgsql AS $$
DECLARE
  one "call";
  earned integer := 0;
BEGIN
  SELECT * INTO one FROM "call" WHERE sid = which FOR UPDATE;
  IF NOT FOUND OR who <> one.caller AND (cancels OR who <> one.callee) THEN
    RETURN;
  END IF;
  IF call_is_calm(one, now, late) AND coalesce(call_minute_at(one) > now, true)
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
  IF one.answer_time = 0 THEN
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
