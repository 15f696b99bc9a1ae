/** Business numbers of this domain, each with its unit in its name. */

export const COIN_TIERS = [3_000, 700, 300] as const;
/** Of each charge of a call; the rest is the house's. */
export const ANCHOR_SHARE_PERCENT = 60;
