/** Limits of the database; names include the unit. */

/**
 * Minimum interval at which a process writes to a busy notification channel (pushes): PostgreSQL serializes the commits of transactions
 * that used NOTIFY.
 */
export const NEWS_EVERY_MS = 100;
