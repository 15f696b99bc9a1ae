/** Constants of this domain; names include the unit. */

/** Balances, in gems, from which the coin icon is drawn larger. */
export const COIN_TIERS = [3_000, 700, 300] as const;
/** The anchor's share of each call charge; the platform gets the rest. */
export const ANCHOR_SHARE_PERCENT = 60;
