import type { CoreApi, Declaration, DeclarationName } from '#contract/core.ts';

let account: number | null = null;
const declared = new Map<DeclarationName, readonly unknown[]>();

/**
 * Returns the uid of the account that this page shows; null for none. Each command carries this uid, so that it never acts for
 * another account.
 */
export const shownAccount = (): number | null => account;

/** Sets the account that this page shows. */
export function setShownAccount(next: number | null): void {
  account = next;
}

/** Stores the last declaration of this kind, which replaces the one before. */
export function storeDeclaration<N extends DeclarationName>(name: N, args: Parameters<CoreApi[N]>): void {
  declared.set(name, args);
}

/** Returns everything that this page has declared, for a new core or another account. */
export const declarations = (): readonly Declaration[] =>
  [...declared].map(([name, args]) => ({ name, account, args }));
