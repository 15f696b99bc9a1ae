import { cleanNick } from '#contract/nick.ts';
import type { Api } from '../api/client.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

/** Section 7, start-up: after a cached login the balance and the profile are fetched. What fails stays as it was. */
export async function refreshAccount(app: AppDb, api: Pick<Api, 'call'>): Promise<void> {
  const [account, profile] = await Promise.all([api.call('account', { action: 1 }), api.call('profile', {})]);
  const refused = [account, profile].some((result) => !result.ok && result.error.code === 'unauthorized');
  await app.transaction('rw', [app.state, app.apiQueue], async () => {
    const session = (await app.state.get('session')) as SessionRow | undefined;
    // Signed out while the answers were on their way: nothing of theirs may be kept.
    if (!session) return;
    if (account.ok) await app.state.put({ key: 'account', ...account.value });
    if (refused) await app.state.put({ ...session, status: 'expired' });
    // A change of ours that still waits is newer than what the server has.
    else if (profile.ok && (await app.apiQueue.count()) === 0) {
      await app.state.put({ ...session, nickName: cleanNick(profile.value.nickName) });
    }
  });
}
