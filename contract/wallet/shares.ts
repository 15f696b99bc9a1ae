/** The anchor's share of a payment, in whole gems or silver, rounded down. Apart from the constants, which every page loads. */
export const anchorShareOf = (gross: number, percent: number): number => Math.floor((gross * percent) / 100);
