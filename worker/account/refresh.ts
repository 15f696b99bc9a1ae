import { cleanNick } from '#contract/nick.ts';
import type { Api } from '../api/client.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { storeBlocked } from './blocked.ts';
import { keepMainInfo } from './site.ts';

/**
 * Section 7, start-up: after a cached login the balance, the profile, the blocks and the numbers of the own page are fetched. What
 * fails stays as it was.
 */
export async function refreshAccount(app: AppDb, api: Pick<Api, 'call'>): Promise<void> {
  const [account, profile, relative, combined, favourites] = await Promise.all([
    api.call('account', { action: 1 }),
    api.call('profile', {}),
    api.call('friendsRelative', {}),
    api.call('combineInfo', {}),
    api.call('enableFavourite', {}),
  ]);
  const refused = [account, profile].some((result) => !result.ok && result.error.code === 'unauthorized');
  await app.transaction('rw', [app.state, app.apiQueue, app.relations], async () => {
    const before = (await app.state.get('session')) as SessionRow | undefined;
    // Signed out while the answers were on their way: nothing of theirs may be kept.
    if (!before) return;
    const session = combined.ok ? await keepMainInfo(app, before, combined.value.mainInfo) : before;
    if (account.ok) await app.state.put({ key: 'account', ...account.value });
    if (refused) await app.state.put({ ...session, status: 'expired' });
    if (combined.ok) await storeBlocked(app, combined.value.mainInfo.blockInfo.blocked);
    // A change of ours that still waits is newer than what the server has.
    if (refused || (await app.apiQueue.count()) > 0) return;
    const max = favourites.ok ? { favouritesMax: favourites.value.max } : {};
    if (relative.ok) await app.state.put({ key: 'counts', ...relative.value.counts, ...max });
    if (!profile.ok) return;
    const { uid: _own, settings, ...fields } = profile.value;
    const nickName = cleanNick(fields.nickName);
    await app.state.bulkPut([
      { ...session, nickName },
      { key: 'profile', ...fields, nickName },
      { key: 'settings', ...settings },
    ]);
  });
}
