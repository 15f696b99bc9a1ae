-- What the edge keeps in memory about a sender (accounts/policy.ts) is announced on every change, whoever writes it.
CREATE FUNCTION announce_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  IF TG_TABLE_NAME = 'block' THEN
    PERFORM pg_notify('policy_changed', changed ->> 'owner_uid');
    PERFORM pg_notify('policy_changed', changed ->> 'blocked_uid');
  ELSE
    PERFORM pg_notify('policy_changed', changed ->> 'uid');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER block_changed AFTER INSERT OR UPDATE OR DELETE ON "block"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
--> statement-breakpoint
CREATE TRIGGER message_lock_changed AFTER INSERT OR UPDATE OR DELETE ON "message_lock"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
--> statement-breakpoint
CREATE TRIGGER account_changed AFTER UPDATE OF "nick_name", "role" ON "account"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
