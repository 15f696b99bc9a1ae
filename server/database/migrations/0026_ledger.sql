-- The checks that wait for the end of the transaction; a table that has any left cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
CREATE TABLE "money_lock" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"why" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spend_limit" (
	"uid" bigint NOT NULL,
	"scope" text NOT NULL,
	"window" text NOT NULL,
	"gems" bigint,
	"next" bigint,
	"next_at" timestamp with time zone,
	CONSTRAINT "spend_limit_uid_scope_window_pk" PRIMARY KEY("uid","scope","window"),
	CONSTRAINT "spend_limit_gems" CHECK ("spend_limit"."gems" >= 0 and "spend_limit"."next" >= 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_day" (
	"uid" bigint NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"came" bigint NOT NULL,
	"went" bigint NOT NULL,
	CONSTRAINT "wallet_day_uid_currency_day_pk" PRIMARY KEY("uid","currency","day"),
	CONSTRAINT "wallet_day_went" CHECK ("wallet_day"."went" >= 0)
);
--> statement-breakpoint
DROP INDEX "posting_by_transfer";--> statement-breakpoint
DROP INDEX "posting_by_wallet";--> statement-breakpoint
ALTER TABLE "posting" ADD COLUMN "after" bigint;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "subject_type" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "subject_id" text;--> statement-breakpoint
ALTER TABLE "spend_limit" ADD CONSTRAINT "spend_limit_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "posting_once" ON "posting" USING btree ("transfer_id","uid","currency");--> statement-breakpoint
CREATE INDEX "posting_by_wallet" ON "posting" USING btree ("uid","currency","id");--> statement-breakpoint
CREATE FUNCTION utc_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$ SELECT (moment AT TIME ZONE 'UTC')::date $$;
--> statement-breakpoint
-- The subjects of the transfers of before, by the names of their operations.
ALTER TABLE "transfer" DISABLE TRIGGER transfer_append_only;
--> statement-breakpoint
UPDATE transfer SET
  subject_type = CASE
    WHEN transfer.operation ~ '^open:[0-9]+:(gems|silver)$' THEN 'open'
    WHEN transfer.operation ~ '^(welcome|demo):[0-9]+$' THEN 'welcome'
    WHEN transfer.operation ~ '^call:.+:[0-9]+(:post|:void)?$' THEN 'call'
    WHEN transfer.operation ~ '^gift:[0-9]+:.+$' THEN 'gift'
    WHEN transfer.operation ~ '^unlock:.+$' THEN 'media'
    ELSE 'adjust' END,
  subject_id = CASE
    WHEN transfer.operation ~ '^(open|welcome|demo):[0-9]+' THEN substring(transfer.operation from '^[a-z]+:([0-9]+)')
    WHEN transfer.operation ~ '^call:.+:[0-9]+(:post|:void)?$' THEN
      regexp_replace(substr(transfer.operation, 6), ':[0-9]+(:post|:void)?$', '')
    WHEN transfer.operation ~ '^gift:[0-9]+:.+$' THEN coalesce(gift_sent.stanza_id, left(substr(transfer.operation, 6), 200))
    WHEN transfer.operation ~ '^unlock:.+$' THEN regexp_replace(substr(transfer.operation, 8), ':(post|void|refund)$', '')
    ELSE left(transfer.operation, 200) END
FROM transfer AS same
  LEFT JOIN gift_sent ON same.operation = 'gift:' || gift_sent.from_uid || ':' || gift_sent.op
WHERE same.id = transfer.id;
--> statement-breakpoint
ALTER TABLE "transfer" ENABLE TRIGGER transfer_append_only;
--> statement-breakpoint
ALTER TABLE "transfer" ALTER COLUMN "subject_type" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "transfer" ALTER COLUMN "subject_id" SET NOT NULL;
--> statement-breakpoint
-- The wallet after each posting: its ids are in the order in which its row was locked.
ALTER TABLE "posting" DISABLE TRIGGER posting_append_only;
--> statement-breakpoint
UPDATE posting SET "after" = running.total
FROM (SELECT id, sum(amount) OVER (PARTITION BY uid, currency ORDER BY id) AS total FROM posting WHERE uid > 0) AS running
WHERE running.id = posting.id;
--> statement-breakpoint
ALTER TABLE "posting" ENABLE TRIGGER posting_append_only;
--> statement-breakpoint
-- A void counts on the day of what it gives back.
INSERT INTO wallet_day (uid, currency, day, came, went)
SELECT posting.uid, posting.currency, utc_day(coalesce(hold.created_at, one.created_at)),
  coalesce(sum(posting.amount) FILTER (WHERE NOT spending), 0), -coalesce(sum(posting.amount) FILTER (WHERE spending), 0)
FROM posting
  JOIN transfer AS one ON one.id = posting.transfer_id
  LEFT JOIN transfer AS hold ON one.kind = 'void' AND hold.id = one.settles,
  LATERAL (SELECT one.subject_type IN ('call', 'gift', 'media') AND (posting.amount < 0 OR one.kind = 'void') AS spending) AS what
WHERE posting.uid > 0
GROUP BY 1, 2, 3;
--> statement-breakpoint
ALTER TABLE "posting" ADD CONSTRAINT "posting_after" CHECK (("posting"."uid" > 0) = ("posting"."after" is not null));--> statement-breakpoint
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_subject" CHECK (char_length("transfer"."subject_id") between 1 and 200);
--> statement-breakpoint
DROP TRIGGER posting_added ON "posting";
--> statement-breakpoint
-- The only place where a balance changes. What the wallet is after it comes from the very row that it locks.
CREATE OR REPLACE FUNCTION add_posting_to_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet SET amount = amount + NEW.amount WHERE uid = NEW.uid AND currency = NEW.currency AND uid > 0
    RETURNING amount INTO NEW.after;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER posting_added BEFORE INSERT ON "posting" FOR EACH ROW EXECUTE FUNCTION add_posting_to_wallet();
--> statement-breakpoint
-- The clock of the ledger. Not that of the transaction: who waited for a wallet is later than who had it.
CREATE FUNCTION ledger_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;
--> statement-breakpoint
DROP FUNCTION ledger_transfer(text, text, text, bigint, bigint, bigint[], bigint[]);
--> statement-breakpoint
-- One movement of money (wallet/ledger.ts): 'done'; 'known' when the operation was done before; 'settled' when the held
-- transfer was settled by another one; 'locked' when somebody may spend nothing; 'limited' when it is more than somebody allows
-- themselves; 'insufficient' when somebody has too little. Only 'done' changes anything. Whatever settles takes the
-- subject of what it settles.
CREATE FUNCTION ledger_transfer(
  op text, what text, money text, total bigint, held bigint, uids bigint[], amounts bigint[], about text, about_id text
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  earlier transfer%ROWTYPE;
  taken transfer%ROWTYPE;
  made bigint;
  moment timestamptz;
  spends boolean;
  spender record;
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
      IF EXISTS (SELECT FROM money_lock WHERE money_lock.uid = spender.uid) THEN
        RETURN 'locked';
      END IF;
      IF money = 'gems' AND EXISTS (
        SELECT FROM spend_limit AS bound WHERE bound.uid = spender.uid AND bound.scope = 'use'
          AND CASE WHEN bound.next_at <= moment THEN bound.next ELSE bound.gems END < spender.gems + coalesce((
            SELECT sum(went) FROM wallet_day
            WHERE wallet_day.uid = spender.uid AND wallet_day.currency = 'gems'
              AND day > utc_day(moment) - CASE bound."window" WHEN 'week' THEN 7 ELSE 1 END
          ), 0)
      ) THEN
        RETURN 'limited';
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
