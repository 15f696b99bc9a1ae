-- Run once on a restored database, before a server starts on it: deploy/restore.sh does, and after any other kind of restore
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/restored.sql
-- Devices, gateways and stores still hold ids that were given out after the backup. All counters move to a value that depends on the time,
-- so that no id is given twice, whichever backup is restored and however often. The clock of the database must be right.
BEGIN;
DO $$
DECLARE
  -- A second has a million ids, and a thousand uids: more than a server can give out.
  seconds CONSTANT numeric := extract(epoch FROM clock_timestamp() - timestamptz '2026-01-01 00:00:00Z');
  counter record;
BEGIN
  IF seconds <= 0 THEN
    RAISE EXCEPTION 'the clock of the database is wrong: %', clock_timestamp();
  END IF;
  FOR counter IN SELECT schemaname, sequencename, start_value, last_value FROM pg_sequences WHERE schemaname = 'public' LOOP
    PERFORM setval(
      format('%I.%I', counter.schemaname, counter.sequencename)::regclass,
      greatest(
        coalesce(counter.last_value, 0) + 1,
        counter.start_value + (seconds * CASE counter.sequencename WHEN 'guest_uid' THEN 1000 ELSE 1000000 END)::bigint
      )
    );
  END LOOP;
  -- Browsers cache the gift catalogue by this version, an integer.
  UPDATE gift_version SET version = greatest(version + 1, seconds::integer);
END $$;
-- The comparison with the gateway is due at once: it finds payments that were made after the backup.
UPDATE payment_comparison SET due_at = now();
-- Leases of processes that no longer run. Their times stay: the clock of the server is never behind them.
UPDATE leader SET holder = '';
COMMIT;
