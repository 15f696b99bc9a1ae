CREATE TABLE "booking" (
	"id" text PRIMARY KEY NOT NULL,
	"viewer" bigint NOT NULL,
	"host" bigint NOT NULL,
	"operation" text NOT NULL,
	"state" text DEFAULT 'proposed' NOT NULL,
	"starts_at" bigint DEFAULT 0 NOT NULL,
	"minutes" smallint NOT NULL,
	"price" integer NOT NULL,
	"share_percent" smallint NOT NULL,
	"minimum_minutes" smallint NOT NULL,
	"proposed_at" bigint DEFAULT 0 NOT NULL,
	"expires_at" bigint DEFAULT 0 NOT NULL,
	"settled_at" bigint DEFAULT 0 NOT NULL,
	"due_at" bigint DEFAULT 0 NOT NULL,
	"viewer_came" bigint DEFAULT 0 NOT NULL,
	"host_came" bigint DEFAULT 0 NOT NULL,
	"charged" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "booking_not_oneself" CHECK ("booking"."viewer" <> "booking"."host"),
	CONSTRAINT "booking_amounts" CHECK ("booking"."price" between 1 and 1000000000 and "booking"."minutes" between 1 and 60),
	CONSTRAINT "booking_charged" CHECK ("booking"."charged" between 0 and "booking"."minutes"),
	CONSTRAINT "booking_settled" CHECK (("booking"."state" in ('proposed', 'accepted')) = ("booking"."settled_at" = 0))
);
--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "booking" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "call" ADD COLUMN "booked_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_once" ON "booking" USING btree ("viewer","operation");--> statement-breakpoint
CREATE INDEX "booking_of_viewer" ON "booking" USING btree ("viewer","proposed_at");--> statement-breakpoint
CREATE INDEX "booking_of_host" ON "booking" USING btree ("host","proposed_at");--> statement-breakpoint
CREATE INDEX "booking_due" ON "booking" USING btree ("due_at") WHERE state in ('proposed', 'accepted');--> statement-breakpoint
CREATE OR REPLACE FUNCTION ledger_transfer(op text, what text, money text, total bigint, held bigint, uids bigint[], amounts bigint[], about text, about_id text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
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
  spends := about IN ('call', 'booking', 'gift', 'media');
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
$function$;
