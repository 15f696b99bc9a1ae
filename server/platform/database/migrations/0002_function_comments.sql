-- Comments of functions and triggers in the terms of docs/glossary.md.
COMMENT ON FUNCTION add_posting_to_wallet IS 'The only place where a balance changes. `after` of the posting is the balance of the wallet row that this statement locks.';--> statement-breakpoint
COMMENT ON FUNCTION announce_call_change IS 'Announces both users of a call that begins or ends: a user in a call is shown as busy.';--> statement-breakpoint
COMMENT ON FUNCTION announce_notice IS 'Announces a notification of a user who is online.';--> statement-breakpoint
COMMENT ON FUNCTION announce_policy_change IS 'Announces each change of the data that the XMPP edge caches about a sender, whichever statement makes it.';--> statement-breakpoint
COMMENT ON FUNCTION announce_push_token IS 'Announces that a user can or can no longer receive pushes. With the last subscription of a user their queued pushes are deleted.';--> statement-breakpoint
COMMENT ON FUNCTION announce_settings_change IS 'Announces that a user shows or hides their online status. `!`: the change is shown at once, without the grace period of a broken stream.';--> statement-breakpoint
COMMENT ON FUNCTION announce_site_setting IS 'Records and announces a change of an operator setting in the transaction that makes it.';--> statement-breakpoint
COMMENT ON FUNCTION announce_stream_change IS 'Announces the uid; for a stream that ended also its id.';--> statement-breakpoint
COMMENT ON FUNCTION check_transfer_sum IS 'Runs when the transaction commits, so that the postings of a transfer can be inserted one by one.';--> statement-breakpoint
COMMENT ON FUNCTION copy_online_to_anchor IS 'Locks the row of the anchor first: when two streams end at once, the second transaction sees the result of the first.';--> statement-breakpoint
COMMENT ON FUNCTION forget_push_token IS 'Deletes the push subscription of a session that was revoked.';--> statement-breakpoint
COMMENT ON FUNCTION gift_changed IS 'Increments the version of the gift catalogue in the transaction that changes the catalogue.';--> statement-breakpoint
COMMENT ON FUNCTION guard_payment_call IS 'An idempotency key of the gateway always stands for the same request: only the result is added to a recorded request.';--> statement-breakpoint
COMMENT ON FUNCTION guard_payment_order IS 'The agreed terms of an order do not change, and its state changes only along the allowed transitions. Only the operator takes an order out of ''review'', in a transaction that sets gemcall.operator to ''on''.';--> statement-breakpoint
COMMENT ON FUNCTION guard_wallet IS 'A trigger depth of 1 is a direct statement on the table; 2 is the trigger add_posting_to_wallet.';--> statement-breakpoint
COMMENT ON FUNCTION is_here IS 'Whether a user can be called: by a stream that is not brief (a brief one belongs to a service worker that was woken for a push), or as a host whose closed app rings.';--> statement-breakpoint
COMMENT ON FUNCTION is_seen_online IS 'Whether a user is shown as online: they can be called and do not hide their online status.';--> statement-breakpoint
COMMENT ON FUNCTION keep_closed_host IS 'Keeps a host callable for 12 hours after their last stream ends, if they chose to be rung when the app is closed and one of their push subscriptions was confirmed within 7 days.';--> statement-breakpoint
COMMENT ON FUNCTION keep_reported_media IS 'Extends the retention of the media of a report by 30 days when the report is closed.';--> statement-breakpoint
COMMENT ON FUNCTION ledger_now IS 'The time of a ledger entry. Not the start of the transaction: a transaction that waited for a wallet lock is later than the one that held it.';--> statement-breakpoint
COMMENT ON FUNCTION ledger_transfer IS 'Records one transfer. Returns ''done''; ''known'' if the operation was recorded before; ''settled'' if another transfer settled the hold; ''locked'' if the account may not spend; ''limited'' if the user''s own spend limit would be exceeded; ''insufficient'' if the balance is too low. Only ''done'' changes anything. A transfer that settles a hold has the subject of the hold.';--> statement-breakpoint
COMMENT ON FUNCTION note_arrival IS 'Records that a user came online, if they were offline for more than ten minutes. A user who was never offline is not recorded, and brief streams do not count.';--> statement-breakpoint
COMMENT ON FUNCTION reserve_allowance IS 'Reserves one use of an allowance for a call: for the account and, if `by_device`, for each device that is signed in. Returns false, and reserves nothing, if none is left.';--> statement-breakpoint
COMMENT ON FUNCTION spendable_gems IS 'The gems that a user can spend now: the balance, reduced by the user''s own limits; 0 under a money lock.';--> statement-breakpoint
COMMENT ON FUNCTION spending_left IS 'The gems that a user''s own limits allow now; null without a limit.';--> statement-breakpoint
COMMENT ON FUNCTION spending_refusal IS 'Why a user may not spend this amount now: ''locked'' if they may not spend at all, ''limited'' if their own limit would be exceeded; null if they may. The balance is not considered.';--> statement-breakpoint
COMMENT ON TRIGGER account_created ON account IS 'The edge caches that a uid belongs to no account. A new account can receive messages at once.';--> statement-breakpoint
COMMENT ON TRIGGER consent_proof_append_only ON consent_proof IS 'Only rows older than the retention (CONSENT_PROOF_KEPT_DAYS) may be deleted.';--> statement-breakpoint
COMMENT ON TRIGGER friendship_changed ON friendship IS 'The edge caches who may write to whom, which depends on friendships.';
