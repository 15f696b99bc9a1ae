import type { WalletLine } from '#contract/wallet/records.ts';

/** What a history says of itself: `before` is an older line whose balance does not lead to the line above it. */
export type Sum = { readonly fits: true } | { readonly fits: false; readonly before: number };

/**
 * Checks each line against the next older one, and the newest against the balance. `balance` of undefined: not known, or newer
 * than the lines.
 */
export function addsUp(
  lines: readonly Pick<WalletLine, 'id' | 'amount' | 'after'>[],
  balance: number | undefined,
): Sum {
  const [newest] = lines;
  if (newest && balance !== undefined && newest.after !== balance) return { fits: false, before: newest.id };
  for (const [index, { after, amount }] of lines.entries()) {
    const older = lines[index + 1];
    if (older && after - amount !== older.after) return { fits: false, before: older.id };
  }
  return { fits: true };
}
