import type { WalletLine } from '#contract/wallet/records.ts';

/** Result of `addsUp`. `before`: id of the first line whose balance does not match the line above it (or the account balance). */
export type BalanceCheck = { readonly fits: true } | { readonly fits: false; readonly before: number };

/**
 * Checks that the balances of shown ledger lines are consistent, newest first: each line against the next older one, and the
 * newest against the account balance. `balance` is undefined if it is unknown or newer than the lines.
 */
export function addsUp(
  lines: readonly Pick<WalletLine, 'id' | 'amount' | 'after'>[],
  balance: number | undefined,
): BalanceCheck {
  const [newest] = lines;
  if (newest && balance !== undefined && newest.after !== balance) return { fits: false, before: newest.id };
  for (const [index, { after, amount }] of lines.entries()) {
    const older = lines[index + 1];
    if (older && after - amount !== older.after) return { fits: false, before: older.id };
  }
  return { fits: true };
}
