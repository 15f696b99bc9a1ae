-- The gems that somebody's own limits leave them at this moment; null without a limit.
CREATE FUNCTION spending_left(who bigint, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(greatest(0, CASE WHEN bound.next_at <= moment THEN bound.next ELSE bound.gems END - coalesce((
    SELECT sum(went) FROM wallet_day
    WHERE wallet_day.uid = who AND wallet_day.currency = 'gems'
      AND day > utc_day(moment) - CASE bound."window" WHEN 'week' THEN 7 ELSE 1 END
  ), 0)))::bigint FROM spend_limit AS bound
  WHERE bound.uid = who AND bound.scope = 'use' AND CASE WHEN bound.next_at <= moment THEN bound.next ELSE bound.gems END IS NOT NULL
$$;
--> statement-breakpoint
-- Why somebody may not spend so much at this moment: 'locked' when they may spend nothing; 'limited' when it is more than they allow
-- themselves; null when they may. What they have is asked elsewhere.
CREATE FUNCTION spending_refusal(who bigint, money text, total bigint, moment timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM money_lock WHERE money_lock.uid = who) THEN 'locked'
    WHEN money = 'gems' AND spending_left(who, moment) < total THEN 'limited'
  END
$$;
--> statement-breakpoint
-- The gems that somebody can spend at this moment: those that they have, as far as they may.
CREATE FUNCTION spendable_gems(who bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM money_lock WHERE money_lock.uid = who) THEN 0 ELSE least(
    coalesce((SELECT amount FROM wallet WHERE wallet.uid = who AND currency = 'gems'), 0), spending_left(who, ledger_now())
  ) END
$$;
--> statement-breakpoint
-- One movement of money (wallet/ledger.ts): 'done'; 'known' when the operation was done before; 'settled' when the held
-- transfer was settled by another one; 'locked' when somebody may spend nothing; 'limited' when it is more than somebody allows
-- themselves; 'insufficient' when somebody has too little. Only 'done' changes anything. Whatever settles takes the
-- subject of what it settles.
CREATE OR REPLACE FUNCTION ledger_transfer(
  op text, what text, money text, total bigint, held bigint, uids bigint[], amounts bigint[], about text, about_id text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  earlier transfer%ROWTYPE;
  taken transfer%ROWTYPE;
  made bigint;
  moment timestamptz;
  spends boolean;
  spender record;
  refusal text;
BEGIN
  -- Always in the same order, so that no two transfers wait for each other.
  PERFORM FROM wallet
    WHERE currency = money AND uid > 0
      AND uid = ANY (uids || ARRAY(SELECT posting.uid FROM posting WHERE transfer_id = held))
    ORDER BY uid FOR NO KEY UPDATE;
  IF held IS NOT NULL THEN
    SELECT * INTO taken FROM transfer WHERE id = held;
    about := taken.subject_type;
    about_id := taken.subject_id;
  END IF;
  SELECT * INTO earlier FROM transfer WHERE operation = op;
  IF FOUND THEN
    IF (earlier.kind, earlier.currency, earlier.gross, earlier.settles, earlier.subject_type, earlier.subject_id)
      IS DISTINCT FROM (what, money, total, held, about, about_id)
    THEN
      RAISE EXCEPTION 'this operation was another transfer' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN 'known';
  END IF;
  moment := ledger_now();
  spends := about IN ('call', 'gift', 'media');
  IF spends AND held IS NULL THEN
    FOR spender IN
      SELECT leg.uid, -sum(leg.amount) AS gems FROM unnest(uids, amounts) AS leg(uid, amount)
      WHERE leg.uid > 0 AND leg.amount < 0 GROUP BY leg.uid
    LOOP
      refusal := spending_refusal(spender.uid, money, spender.gems::bigint, moment);
      IF refusal IS NOT NULL THEN
        RETURN refusal;
      END IF;
    END LOOP;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(uids, amounts) AS leg(uid, amount) JOIN wallet USING (uid)
    WHERE wallet.currency = money AND uid > 0 AND wallet.amount + leg.amount < 0
  ) THEN
    RETURN 'insufficient';
  END IF;
  INSERT INTO transfer (operation, kind, currency, gross, settles, subject_type, subject_id, created_at)
    VALUES (op, what, money, total, held, about, about_id, moment)
    ON CONFLICT DO NOTHING RETURNING id INTO made;
  IF made IS NULL THEN
    PERFORM FROM transfer WHERE operation = op;
    RETURN CASE WHEN FOUND THEN 'known' ELSE 'settled' END;
  END IF;
  INSERT INTO posting (transfer_id, uid, currency, amount)
    SELECT made, leg.uid, money, leg.amount FROM unnest(uids, amounts) AS leg(uid, amount) WHERE leg.amount <> 0;
  IF what = 'void' THEN
    -- The day on which it was taken has spent less.
    UPDATE wallet_day SET
        came = came + CASE WHEN spends THEN 0 ELSE leg.amount END,
        went = went - CASE WHEN spends THEN leg.amount ELSE 0 END
      FROM unnest(uids, amounts) AS leg(uid, amount)
      WHERE wallet_day.uid = leg.uid AND wallet_day.currency = money AND day = utc_day(taken.created_at) AND leg.uid > 0;
  ELSE
    INSERT INTO wallet_day AS kept (uid, currency, day, came, went)
      SELECT leg.uid, money, utc_day(moment),
        CASE WHEN spends AND leg.amount < 0 THEN 0 ELSE leg.amount END,
        CASE WHEN spends AND leg.amount < 0 THEN -leg.amount ELSE 0 END
      FROM unnest(uids, amounts) AS leg(uid, amount) WHERE leg.uid > 0 AND leg.amount <> 0
      ON CONFLICT (uid, currency, day) DO UPDATE SET came = kept.came + excluded.came, went = kept.went + excluded.went;
  END IF;
  -- What is only held is not spent yet.
  UPDATE wallet SET spent = spent - posting.amount FROM posting
    WHERE spends AND what IN ('move', 'post') AND posting.transfer_id = coalesce(held, made) AND posting.amount < 0
      AND wallet.uid = posting.uid AND wallet.currency = money AND wallet.uid > 0;
  RETURN 'done';
END
$$;
--> statement-breakpoint
-- Inserts a call between two admitted people, with the first allowance of the list that is left, or gems for a minute
-- that its caller may spend now. What an
-- allowance costs in silver is held, last of all, so that nobody waits for a wallet who could be refused before. The
-- result has a `refusal` (then nothing is kept), or the terms. One person is in one call only, on either side of it.
CREATE OR REPLACE FUNCTION begin_call(wanted "call", allowances jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
    IF NOT is_free THEN
      IF wanted.kind = 'silver' THEN
        RETURN '{"refusal": "no-allowance"}';
      END IF;
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
