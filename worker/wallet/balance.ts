import type { Api } from '../api/client.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';

/**
 * Fetches and stores the gem and silver balance, for example after a purchase, a call or an unlocked message. After a failure the stored
 * balance stays.
 */
export async function refreshBalance(app: AppDb, api: Pick<Api, 'call'>): Promise<void> {
  const isStillSignedIn = await guardAccount(app);
  const account = await api.call('account', { action: 1 });
  if (!account.ok) return;
  await app.transaction('rw', app.state, async () => {
    if (await isStillSignedIn()) await app.state.put({ key: 'account', ...account.value });
  });
}

/**
 * Stores the gem balance that the server returned. `isStillSignedIn`: whether the user of the request is still signed in; otherwise
 * nothing is stored. It may read `state`.
 */
export async function saveBalance(
  app: AppDb,
  gemsBalance: number,
  isStillSignedIn: () => boolean | Promise<boolean>,
): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await app.state.get('account');
    if (row?.key === 'account' && (await isStillSignedIn())) await app.state.put({ ...row, gemsBalance });
  });
}

/** Stores the silver balance that the server returned. Runs inside a transaction over `state`. */
export async function saveSilverBalance(app: AppDb, silverBalance: number): Promise<void> {
  const row = await app.state.get('account');
  if (row?.key === 'account') await app.state.put({ ...row, silverBalance });
}
