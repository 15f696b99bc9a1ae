-- The edge remembers for a while that a uid is nobody's (edge/policies.ts). Who is new can be written to at once.
CREATE TRIGGER account_created AFTER INSERT ON "account"
  FOR EACH ROW EXECUTE FUNCTION announce_policy_change();
