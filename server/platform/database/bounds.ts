/** Limits of the database; names include the unit. */

/**
 * Minimum interval at which a process writes to a busy notification channel (pushes): PostgreSQL serializes the commits of transactions
 * that used NOTIFY.
 */
export const NEWS_EVERY_MS = 100;

/** Term of a leader's lease: without a renewal within it, another process takes the lease over. */
export const LEADER_TERM_MS = 5_000;
/**
 * How long a leader works after it requested the last renewal of its lease: less than the term, so that it has stopped before another
 * process may begin. The lease is renewed each second, the difference of the two.
 */
export const LEADER_TRUSTED_MS = 4_000;
