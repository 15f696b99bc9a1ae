/** Constants of wallets and of hosts' earnings, the same for client and server. Spending limits: limits.ts. */

/** Balances, in gems, from which the coin icon is drawn larger. */
export const COIN_TIERS = [3_000, 700, 300] as const;
/** The anchor's share, in percent, of each payment for a call or for locked media; the platform gets the rest. */
export const ANCHOR_SHARE_PERCENT = 60;
