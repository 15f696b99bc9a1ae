CREATE OR REPLACE FUNCTION ledger_now() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT greatest(clock_timestamp(), (SELECT created_at FROM transfer ORDER BY id DESC LIMIT 1))
$$;--> statement-breakpoint
COMMENT ON FUNCTION ledger_now IS 'The time of a ledger entry. Not the start of the transaction: a transaction that waited for a wallet lock is later than the one that held it. Never before the newest transfer: limits, days and terms of the ledger do not go back when the clock of the database is set back.';
