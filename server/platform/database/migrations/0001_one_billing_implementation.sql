-- Calls are created, billed and ended by the server (server/domains/calls). These functions did the same for common cases in one statement.
DROP FUNCTION begin_call(call, jsonb, jsonb);--> statement-breakpoint
DROP FUNCTION end_call(text, bigint, bigint, bigint, text, text, boolean, boolean, bigint);--> statement-breakpoint
DROP FUNCTION take_minute(text, bigint, bigint);--> statement-breakpoint
DROP FUNCTION post_call_minute(call, integer, bigint);--> statement-breakpoint
DROP FUNCTION call_due_at(call, bigint);--> statement-breakpoint
DROP FUNCTION call_is_calm(call, bigint, bigint);--> statement-breakpoint
DROP FUNCTION call_earned_minutes(call, bigint);--> statement-breakpoint
DROP FUNCTION call_earned_ms(call, bigint);--> statement-breakpoint
DROP FUNCTION call_minute_at(call);--> statement-breakpoint
DROP FUNCTION call_minutes(bigint, integer);--> statement-breakpoint
DROP FUNCTION call_metered(jsonb, bigint);
