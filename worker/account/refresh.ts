import { cleanNick } from '#contract/people/nick.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { Accepted } from '../base/accepted.ts';
import { isTokenRefused, readSession } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';
import { storeBlocked } from './blocked.ts';
import { keepMainInfo } from './site.ts';

/**
 * Start-up (product 7.5) after a cached login: fetches the balance, the profile, the blocks and the counters of the user's own
 * page. Values whose request fails are unchanged. Asks again while a change of the user is accepted meanwhile: the answer may be
 * from before it. Returns how it went with the profile.
 */
export async function refreshAccount(
  app: AppDb,
  api: Pick<Api, 'call'>,
  accepted: Pick<Accepted, 'hold'>,
): Promise<Result<null>> {
  for (let asked = 0; asked < ASKED_MOST; asked += 1) {
    const result = await refreshOnce(app, api, accepted);
    if (result !== 'older') return result;
  }
  return ok(null);
}

/** A user who changes something each time the server answers sees their own changes: there is no hurry. */
const ASKED_MOST = 5;

/** Returns 'older' when a change was accepted during the requests; what it may have changed is not stored then. */
async function refreshOnce(
  app: AppDb,
  api: Pick<Api, 'call'>,
  accepted: Pick<Accepted, 'hold'>,
): Promise<Result<null> | 'older'> {
  const asker = await readSession(app);
  const changed = accepted.hold();
  const [account, profile, relative, combined, favourites] = await Promise.all([
    api.call('account', { action: 1 }),
    api.call('profile', {}),
    api.call('friendsRelative', {}),
    api.call('combineInfo', {}),
    api.call('enableFavourite', {}),
  ]);
  const refused = [account, profile].some((result) => !result.ok && isTokenRefused(result.error));
  const isOlder = await app.transaction('rw', [app.state, app.apiQueue, app.relations], async () => {
    const before = await readSession(app);
    // The user signed out during the requests: no data of theirs may be stored, and a refusal of the old token must not expire
    // a new one.
    if (!before || before.uid !== asker?.uid) return false;
    if (refused && before.vcToken !== asker.vcToken) return false;
    const session = combined.ok ? await keepMainInfo(app, before, combined.value.mainInfo) : before;
    if (account.ok) await app.state.put({ key: 'account', ...account.value });
    if (refused) await app.state.put({ ...session, status: 'expired' });
    if (combined.ok) await storeBlocked(app, combined.value.mainInfo.blockInfo.blocked, changed);
    // A local change in the queue is newer than the server's value. A profile that was never here was not changed.
    const waits = (await countWaiting(app, session.uid)) > 0;
    const isHere = (await app.state.get('profile')) !== undefined;
    if (refused || (waits && isHere)) return false;
    if (changed()) return profile.ok;
    const max = favourites.ok ? { favouritesMax: favourites.value.max } : {};
    if (relative.ok) await app.state.put({ key: 'counts', ...relative.value.counts, ...max });
    if (!profile.ok) return false;
    const { uid: _own, settings, ...fields } = profile.value;
    const nickName = cleanNick(fields.nickName);
    await app.state.bulkPut([
      { ...session, nickName },
      { key: 'profile', ...fields, nickName },
      ...(waits ? [] : [{ key: 'settings' as const, ...settings }]),
    ]);
    return false;
  });
  if (isOlder) return 'older';
  return profile.ok ? ok(null) : profile;
}

const countWaiting = (app: AppDb, uid: number) =>
  app.apiQueue.filter((row) => row.uid === uid && row.endpoint !== 'logout').count();
