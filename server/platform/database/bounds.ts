/** Limits of the database rooms, each with its unit in its name. */

/**
 * A channel that is written often is written at most so often by each process: PostgreSQL lets transactions with news commit one after
 * the other only.
 */
export const NEWS_EVERY_MS = 100;
