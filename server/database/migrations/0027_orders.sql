CREATE TABLE "card_binding" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"operation" text NOT NULL,
	"gateway" text NOT NULL,
	"ref" text,
	"card_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chosen_country" (
	"uid" bigint PRIMARY KEY NOT NULL,
	"country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_event" (
	"gateway" text NOT NULL,
	"event_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gateway_event_gateway_event_id_pk" PRIMARY KEY("gateway","event_id")
);
--> statement-breakpoint
CREATE TABLE "market" (
	"country" text PRIMARY KEY NOT NULL,
	"currency" char(3) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_call" (
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"attempt" smallint NOT NULL,
	"operation" text NOT NULL,
	"body_hash" text DEFAULT '' NOT NULL,
	"params" jsonb NOT NULL,
	"ref" text,
	"declined" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_call_order_id_kind_attempt_pk" PRIMARY KEY("order_id","kind","attempt")
);
--> statement-breakpoint
CREATE TABLE "payment_difference" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"gateway" text NOT NULL,
	"ref" text NOT NULL,
	"order_id" text,
	"what" text NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"operation" text NOT NULL,
	"body_hash" text NOT NULL,
	"device" text NOT NULL,
	"price_id" bigint NOT NULL,
	"sku" text NOT NULL,
	"gems" integer NOT NULL,
	"bonus" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"country" text NOT NULL,
	"channel" text NOT NULL,
	"gateway" text NOT NULL,
	"livemode" boolean NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"reason" text,
	"declines" smallint DEFAULT 0 NOT NULL,
	"scene" jsonb NOT NULL,
	"sid" text DEFAULT '' NOT NULL,
	"next" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone,
	"asked" smallint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"payment_ref" text,
	"card" jsonb,
	CONSTRAINT "payment_order_gems" CHECK ("payment_order"."gems" between 1 and 1000000 and "payment_order"."bonus" between 0 and 1000000),
	CONSTRAINT "payment_order_paid" CHECK (("payment_order"."state" = 'paid') = ("payment_order"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "reversal" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"gems" integer DEFAULT 0 NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"owed" integer DEFAULT 0 NOT NULL,
	"amount_minor" bigint NOT NULL,
	"ref" text,
	"payment_ref" text NOT NULL,
	"operation" text,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ask_at" timestamp with time zone,
	CONSTRAINT "reversal_gems" CHECK ("reversal"."gems" >= 0 and "reversal"."taken" >= 0 and "reversal"."owed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "saved_card" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"gateway" text NOT NULL,
	"card_ref" text NOT NULL,
	"customer_ref" text DEFAULT '' NOT NULL,
	"brand" text NOT NULL,
	"last4" char(4) NOT NULL,
	"expires" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"forgotten_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sku" (
	"sku" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"gems" integer NOT NULL,
	"bonus" integer DEFAULT 0 NOT NULL,
	"position" smallint NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "sku_name" CHECK ("sku"."sku" ~ '^[a-z0-9-]{1,24}$'),
	CONSTRAINT "sku_gems" CHECK ("sku"."gems" between 1 and 1000000 and "sku"."bonus" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "sku_claim" (
	"sku" text NOT NULL,
	"owner" text NOT NULL,
	"order_id" text NOT NULL,
	CONSTRAINT "sku_claim_sku_owner_pk" PRIMARY KEY("sku","owner")
);
--> statement-breakpoint
CREATE TABLE "sku_price" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sku_price_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sku" text NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"currency" char(3) NOT NULL,
	"amount_minor" bigint NOT NULL,
	"from_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sku_price_amount" CHECK ("sku_price"."amount_minor" between 1 and 10000000000),
	CONSTRAINT "sku_price_thousandths" CHECK ("sku_price"."currency" not in ('BHD', 'KWD', 'OMR') or "sku_price"."amount_minor" % 10 = 0)
);
--> statement-breakpoint
ALTER TABLE "card_binding" ADD CONSTRAINT "card_binding_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chosen_country" ADD CONSTRAINT "chosen_country_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_call" ADD CONSTRAINT "payment_call_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_price_id_sku_price_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."sku_price"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversal" ADD CONSTRAINT "reversal_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_card" ADD CONSTRAINT "saved_card_uid_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_claim" ADD CONSTRAINT "sku_claim_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_price" ADD CONSTRAINT "sku_price_sku_sku_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."sku"("sku") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_binding_once" ON "card_binding" USING btree ("uid","operation");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_call_once" ON "payment_call" USING btree ("order_id","operation") WHERE kind = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_once" ON "payment_order" USING btree ("uid","operation");--> statement-breakpoint
CREATE INDEX "payment_order_of" ON "payment_order" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "payment_order_of_device" ON "payment_order" USING btree ("device","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_payment" ON "payment_order" USING btree ("gateway","payment_ref");--> statement-breakpoint
CREATE INDEX "payment_order_due" ON "payment_order" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE INDEX "reversal_of_order" ON "reversal" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reversal_once" ON "reversal" USING btree ("order_id","ref");--> statement-breakpoint
CREATE UNIQUE INDEX "reversal_asked_once" ON "reversal" USING btree ("order_id","operation");--> statement-breakpoint
CREATE INDEX "reversal_due" ON "reversal" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_card_once" ON "saved_card" USING btree ("gateway","card_ref");--> statement-breakpoint
CREATE INDEX "saved_card_of" ON "saved_card" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sku_claim_by_order" ON "sku_claim" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "sku_price_now" ON "sku_price" USING btree ("sku","country","currency","from_at");
--> statement-breakpoint
CREATE TRIGGER sku_price_append_only BEFORE UPDATE OR DELETE ON "sku_price" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER sku_price_never_emptied BEFORE TRUNCATE ON "sku_price" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was agreed stays as it is, and an order moves only as the table of its states says. Out of 'review' only the operator
-- leads, who sets gemcall.operator to 'on' in their transaction.
CREATE FUNCTION guard_payment_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_move boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'created' THEN
      RAISE EXCEPTION 'an order begins as created' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.id, OLD.uid, OLD.operation, OLD.body_hash, OLD.device, OLD.price_id, OLD.sku, OLD.gems, OLD.bonus, OLD.amount_minor,
      OLD.currency, OLD.country, OLD.channel, OLD.gateway, OLD.livemode, OLD.scene, OLD.sid, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
     (NEW.id, NEW.uid, NEW.operation, NEW.body_hash, NEW.device, NEW.price_id, NEW.sku, NEW.gems, NEW.bonus, NEW.amount_minor,
      NEW.currency, NEW.country, NEW.channel, NEW.gateway, NEW.livemode, NEW.scene, NEW.sid, NEW.created_at, NEW.expires_at)
    OR (OLD.state = 'paid' AND (OLD.paid_at, OLD.payment_ref) IS DISTINCT FROM (NEW.paid_at, NEW.payment_ref)) THEN
    RAISE EXCEPTION 'what was agreed in an order stays' USING ERRCODE = 'restrict_violation';
  END IF;
  is_move := CASE OLD.state
    WHEN 'created' THEN NEW.state IN ('open', 'action', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'open' THEN NEW.state IN ('action', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'action' THEN NEW.state IN ('open', 'confirming', 'paid', 'failed', 'expired', 'review')
    WHEN 'confirming' THEN NEW.state IN ('open', 'action', 'paid', 'failed', 'expired', 'review')
    WHEN 'failed' THEN NEW.state IN ('paid', 'review')
    WHEN 'expired' THEN NEW.state IN ('paid', 'review')
    WHEN 'review' THEN NEW.state IN ('paid', 'failed') AND coalesce(current_setting('gemcall.operator', true), '') = 'on'
    ELSE false
  END;
  IF NEW.state <> OLD.state AND NOT is_move THEN
    RAISE EXCEPTION 'an order does not move from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payment_order_guarded BEFORE INSERT OR UPDATE ON "payment_order"
  FOR EACH ROW EXECUTE FUNCTION guard_payment_order();
--> statement-breakpoint
CREATE TRIGGER payment_order_stays BEFORE DELETE ON "payment_order" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payment_order_never_emptied BEFORE TRUNCATE ON "payment_order"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A key of the gateway always says the same: of a call only what came of it is added.
CREATE FUNCTION guard_payment_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.order_id, OLD.kind, OLD.attempt, OLD.operation, OLD.body_hash, OLD.params, OLD.created_at)
    IS DISTINCT FROM (NEW.order_id, NEW.kind, NEW.attempt, NEW.operation, NEW.body_hash, NEW.params, NEW.created_at)
    OR OLD.ref IS DISTINCT FROM NEW.ref AND OLD.ref IS NOT NULL THEN
    RAISE EXCEPTION 'a call of the gateway stays as it was made' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payment_call_guarded BEFORE UPDATE ON "payment_call" FOR EACH ROW EXECUTE FUNCTION guard_payment_call();
--> statement-breakpoint
CREATE TRIGGER payment_call_stays BEFORE DELETE ON "payment_call" FOR EACH ROW EXECUTE FUNCTION refuse_change();
