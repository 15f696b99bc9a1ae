/** Business numbers of this domain, each with its unit in its name. */

/** Balances, in gems, from which the coin icon is drawn larger. */
export const COIN_TIERS = [3_000, 700, 300] as const;
/** The anchor's share of each charge of a call; the rest goes to the house. */
export const ANCHOR_SHARE_PERCENT = 60;
