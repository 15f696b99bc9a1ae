CREATE TABLE "posting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transfer_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "posting_not_nothing" CHECK ("posting"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "transfer" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operation" text NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"settles" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfer_currency" UNIQUE("id","currency"),
	CONSTRAINT "transfer_gross" CHECK ("transfer"."gross" between 1 and 9007199254740991),
	CONSTRAINT "transfer_settles_or_not" CHECK (("transfer"."settles" is null) = ("transfer"."kind" in ('move', 'hold')))
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"uid" bigint NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"spent" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallet_uid_currency_pk" PRIMARY KEY("uid","currency"),
	CONSTRAINT "wallet_never_negative" CHECK ("wallet"."amount" >= 0 and "wallet"."spent" >= 0),
	CONSTRAINT "wallet_of_ours_is_summed" CHECK ("wallet"."uid" > 0 or "wallet"."amount" = 0)
);
--> statement-breakpoint
ALTER TABLE "posting" ADD CONSTRAINT "posting_of_transfer" FOREIGN KEY ("transfer_id","currency") REFERENCES "public"."transfer"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting" ADD CONSTRAINT "posting_to_wallet" FOREIGN KEY ("uid","currency") REFERENCES "public"."wallet"("uid","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_settles" FOREIGN KEY ("settles") REFERENCES "public"."transfer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posting_by_transfer" ON "posting" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "posting_by_wallet" ON "posting" USING btree ("uid","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_once" ON "transfer" USING btree ("operation");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_settled_once" ON "transfer" USING btree ("settles");--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE ON "posting" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER posting_never_emptied BEFORE TRUNCATE ON "posting" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON "transfer" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER transfer_never_emptied BEFORE TRUNCATE ON "transfer" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The only place where a balance changes.
CREATE FUNCTION add_posting_to_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet SET amount = amount + NEW.amount WHERE uid = NEW.uid AND currency = NEW.currency AND uid > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posting_added AFTER INSERT ON "posting" FOR EACH ROW EXECUTE FUNCTION add_posting_to_wallet();
--> statement-breakpoint
-- Depth 1 is a statement of somebody's own; 2 is the trigger above.
CREATE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND NEW.amount <> (CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.amount END) THEN
    RAISE EXCEPTION 'a balance changes by postings only' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.spent < OLD.spent THEN
    RAISE EXCEPTION 'what was spent only grows' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER wallet_guarded BEFORE INSERT OR UPDATE ON "wallet" FOR EACH ROW EXECUTE FUNCTION guard_wallet();
--> statement-breakpoint
-- When the transaction commits, so that the postings of a transfer may be written one after the other.
CREATE FUNCTION check_transfer_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM posting WHERE transfer_id = NEW.transfer_id) <> 0 THEN
    RAISE EXCEPTION 'the postings of a transfer sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER posting_sums_to_zero AFTER INSERT ON "posting" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_transfer_sum();
--> statement-breakpoint
-- One movement of money (wallet/ledger.ts): 'done'; 'known' when the operation was done before; 'settled' when the held
-- transfer was settled by another one; 'insufficient' when somebody has too little. Only 'done' changes anything.
CREATE FUNCTION ledger_transfer(
  op text, what text, money text, total bigint, held bigint, uids bigint[], amounts bigint[]
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  earlier transfer%ROWTYPE;
  made bigint;
BEGIN
  -- Always in the same order, so that no two transfers wait for each other.
  PERFORM FROM wallet
    WHERE currency = money AND uid > 0
      AND uid = ANY (uids || ARRAY(SELECT posting.uid FROM posting WHERE transfer_id = held))
    ORDER BY uid FOR NO KEY UPDATE;
  SELECT * INTO earlier FROM transfer WHERE operation = op;
  IF FOUND THEN
    IF (earlier.kind, earlier.currency, earlier.gross) <> (what, money, total) OR earlier.settles IS DISTINCT FROM held THEN
      RAISE EXCEPTION 'this operation was another transfer' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN 'known';
  END IF;
  IF EXISTS (
    SELECT FROM unnest(uids, amounts) AS leg(uid, amount) JOIN wallet USING (uid)
    WHERE wallet.currency = money AND uid > 0 AND wallet.amount + leg.amount < 0
  ) THEN
    RETURN 'insufficient';
  END IF;
  INSERT INTO transfer (operation, kind, currency, gross, settles) VALUES (op, what, money, total, held)
    ON CONFLICT DO NOTHING RETURNING id INTO made;
  IF made IS NULL THEN
    PERFORM FROM transfer WHERE operation = op;
    RETURN CASE WHEN FOUND THEN 'known' ELSE 'settled' END;
  END IF;
  INSERT INTO posting (transfer_id, uid, currency, amount)
    SELECT made, leg.uid, money, leg.amount FROM unnest(uids, amounts) AS leg(uid, amount) WHERE leg.amount <> 0;
  -- What is only held is not spent yet.
  UPDATE wallet SET spent = spent - posting.amount FROM posting
    WHERE what IN ('move', 'post') AND posting.transfer_id = coalesce(held, made) AND posting.amount < 0
      AND wallet.uid = posting.uid AND wallet.currency = money AND wallet.uid > 0;
  RETURN 'done';
END
$$;
--> statement-breakpoint
-- Ours: 0 the house, -1 what is held, -2 where money comes from.
INSERT INTO wallet (uid, currency) SELECT uid, unnest(array['gems', 'silver']) FROM unnest(array[0, -1, -2]) uid;
--> statement-breakpoint
-- The balances of before, each with its opening posting.
INSERT INTO wallet (uid, currency, spent) SELECT uid, currency, spent FROM balance;
--> statement-breakpoint
SELECT ledger_transfer('open:' || uid || ':' || currency, 'move', currency, amount, NULL, ARRAY[-2, uid], ARRAY[-amount, amount])
  FROM balance WHERE amount > 0;
