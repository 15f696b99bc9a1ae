import type { AppDb, OtherAccountsRow } from '../db/schema.ts';

/** An account stored beside the signed-in one, with the device secret if it is a guest; the login page offers it. */
export type OtherAccount = OtherAccountsRow['accounts'][number];

async function readOthers(app: AppDb): Promise<OtherAccountsRow['accounts']> {
  const row = await app.state.get('otherAccounts');
  return row?.key === 'otherAccounts' ? row.accounts : [];
}

/** Returns a stored account other than the signed-in one, for a login with it; undefined if there is none. */
export const findOther = async (app: AppDb, uid: number): Promise<OtherAccount | undefined> =>
  (await readOthers(app)).find(({ session }) => session.uid === uid);

/** Stores an account beside the signed-in one, replacing an earlier entry. Runs inside the caller's transaction over `state`. */
export async function saveOtherAccount(app: AppDb, account: OtherAccount): Promise<void> {
  const others = (await readOthers(app)).filter(({ session }) => session.uid !== account.session.uid);
  await app.state.put({ key: 'otherAccounts', accounts: [...others, account] });
}
