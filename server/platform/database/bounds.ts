/** Limits of the database; names include the unit. */

/**
 * Minimum interval at which a process writes to a busy notification channel (pushes): PostgreSQL serializes the commits of transactions
 * that used NOTIFY.
 */
export const NEWS_EVERY_MS = 100;

/** Term of a leader's lease. */
export const LEADER_TERM_MS = 5_000;
/** How long a leader works without a renewal; the lease is renewed each second, so it is the rest of the term that others see. */
export const LEADER_TRUSTED_MS = 4_000;
