/** Constants of wallets and of hosts' earnings, the same for client and server. Spending limits: limits.ts. */

/** Balances, in gems, from which the coin icon shows more gems: the most from the first, fewer from each next one. */
export const COIN_TIERS = [3_000, 700, 300] as const;
/** The anchor's share, in percent, of each payment for a call, a booking or media that open for gems; the platform gets the rest. */
export const ANCHOR_SHARE_PERCENT = 60;
