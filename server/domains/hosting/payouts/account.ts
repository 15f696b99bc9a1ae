import * as v from 'valibot';
import { type PayoutAccount, payoutAccount } from '../../../../contract/hosting/payouts.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { loadSecret } from '../../moderation/seal.ts';
import { openFor, sealFor } from '../personal-data.ts';

const keyOf = async (db: Queries) => Buffer.from(await loadSecret(db, 'payout'), 'base64url');

/** Encrypts a payout account for storage, bound to the account's uid. */
export const sealAccount = async (db: Queries, uid: number, account: PayoutAccount): Promise<string> =>
  sealFor(await keyOf(db), uid, account);

/** Decrypts a stored payout account. Throws if it was changed, or sealed for another account. */
export const openAccount = async (db: Queries, uid: number, sealed: string): Promise<PayoutAccount> =>
  v.parse(payoutAccount, openFor(await keyOf(db), uid, sealed));

/** The last four characters of a number, which identify an account to its owner. */
export const last4Of = ({ number }: PayoutAccount): string => number.slice(-4);

/** Holder of an account at Stripe in statements: the account has the name of the host at Stripe alone. */
const STRIPE_HOLDER = 'Stripe';

/** Reads where a payout goes: the holder, and the end of the number. A payout by Stripe has no sealed account. */
export async function payeeOf(
  db: Queries,
  { uid, sealed, last4 }: { readonly uid: number; readonly sealed: string; readonly last4: string },
): Promise<{ readonly holder: string; readonly last4: string }> {
  return { holder: sealed === '' ? STRIPE_HOLDER : (await openAccount(db, uid, sealed)).holder, last4 };
}
