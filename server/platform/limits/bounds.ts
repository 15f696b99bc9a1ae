/** Rate limits per account; names include the unit. */

/** Rate, per account and process, of stanzas that need a lookup in the database but no facts: of accounts that are not cached, of marks. */
export const LOOKUPS_PER_SECOND = 5;
/** Number of lookups that an account may make at once before `LOOKUPS_PER_SECOND` limits them. */
export const LOOKUPS_BURST = 50;
/**
 * Rate, per account and process, of messages that need facts from the database: of their kind (media, gifts, daily counts), or how many
 * messages may still be sent before a reply.
 */
export const FACTS_PER_SECOND = 2;
/** Number of messages with facts that an account may send at once before `FACTS_PER_SECOND` limits them. */
export const FACTS_BURST = 20;
