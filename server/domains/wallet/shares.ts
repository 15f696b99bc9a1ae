/** How a gross amount is divided: the anchor's share rounded down to whole gems, the rest is the house's. */
export function shareOf(gross: number, anchorPercent: number): { readonly anchor: number; readonly house: number } {
  const anchor = Math.floor((gross * anchorPercent) / 100);
  return { anchor, house: gross - anchor };
}
