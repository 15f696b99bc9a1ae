import { cleanNick } from '#contract/people/nick.ts';
import { NO_RELATION } from '#contract/people/people.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import { type Accepted, type AcceptedSince, targetOf } from '../base/accepted.ts';
import { isTokenRefused, readSession } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';
import { storeRelations } from '../people/store.ts';
import { saveMainInfo } from './site.ts';

/**
 * Stores the account's blocks from the server (product 7.3) at each refresh of the whole account, so that this device learns of blocks
 * added or removed elsewhere. Runs inside the caller's transaction over relations, apiQueue and state.
 */
async function storeBlocked(app: AppDb, blocked: readonly number[], changed: AcceptedSince): Promise<void> {
  const here = await app.relations.filter((row) => row.blocked).toArray();
  const ended = here.filter(({ uid }) => !blocked.includes(uid)).map((row) => ({ ...row, blocked: false }));
  const known = await app.relations.bulkGet([...blocked]);
  const added = blocked.map((uid, index) => ({ ...(known[index] ?? { uid, ...NO_RELATION }), blocked: true }));
  await storeRelations(app, [...ended, ...added], changed);
}

/**
 * Fetches the balance, profile, settings, blocks, counters and site configuration of the account (product 7.5), or only its `profile` and
 * settings. Values whose request fails stay unchanged; a refused token expires the session. Repeats the requests when the server accepted a
 * change of the user meanwhile, because the responses may be older than that change. Resolves to the result of the profile request, and to
 * success after REFRESH_ATTEMPTS_MAX attempts that a change made older.
 */
export async function refreshAccount(
  app: AppDb,
  api: Pick<Api, 'call'>,
  accepted: Pick<Accepted, 'mark'>,
  what: 'all' | 'profile' = 'all',
): Promise<Result<null>> {
  for (let attempt = 0; attempt < REFRESH_ATTEMPTS_MAX; attempt += 1) {
    const result = await refreshOnce(app, api, accepted, what);
    if (result !== 'older') return result;
  }
  return ok(null);
}

/** Maximum number of attempts of `refreshAccount`. A user who keeps changing values sees those changes anyway. */
const REFRESH_ATTEMPTS_MAX = 5;

/** The answer in place of a request that is not made: what is stored stays. */
const NOT_ASKED = fail({ code: 'offline' } as const);

/**
 * Makes the requests once and stores their answers. Resolves to 'older' when the profile was fetched but the server accepted a change
 * meanwhile; counters, profile and settings are not stored then.
 */
async function refreshOnce(
  app: AppDb,
  api: Pick<Api, 'call'>,
  accepted: Pick<Accepted, 'mark'>,
  what: 'all' | 'profile',
): Promise<Result<null> | 'older'> {
  const asker = await readSession(app);
  const changed = accepted.mark();
  const isAll = what === 'all';
  const [account, profile, relative, combined, favourites] = await Promise.all([
    isAll ? api.call('account', { action: 1 }) : NOT_ASKED,
    api.call('profile', {}),
    isAll ? api.call('friendsRelative', {}) : NOT_ASKED,
    isAll ? api.call('combineInfo', {}) : NOT_ASKED,
    isAll ? api.call('enableFavourite', {}) : NOT_ASKED,
  ]);
  const refused = [account, profile].some((result) => !result.ok && isTokenRefused(result.error));
  const isOlder = await app.transaction('rw', [app.state, app.apiQueue, app.relations], async () => {
    const before = await readSession(app);
    // The user signed out during the requests: nothing may be stored, and a rejection of the old token must not
    // expire the new one.
    if (!before || before.uid !== asker?.uid) return false;
    if (refused && before.vcToken !== asker.vcToken) return false;
    const session = { ...(combined.ok ? await saveMainInfo(app, before, combined.value.mainInfo) : before) };
    if (account.ok) await app.state.put({ key: 'account', ...account.value });
    const role = account.ok ? (account.value.role ?? session.role) : session.role;
    if (role !== session.role) {
      session.role = role;
      await app.state.put(session);
    }
    if (refused) await app.state.put({ ...session, status: 'expired' });
    if (combined.ok) await storeBlocked(app, combined.value.mainInfo.blockInfo.blocked, changed);
    if (refused) return false;
    if (changed()) return profile.ok;
    // A queued local change is newer than the server's value. Without a stored profile there is nothing to overwrite.
    const waiting = await app.apiQueue.filter((row) => row.uid === session.uid).toArray();
    const isHere = (await app.state.get('profile')) !== undefined;
    const max = favourites.ok ? { favouritesMax: favourites.value.max } : {};
    const countsWait = isHere && waiting.some((row) => targetOf(row) !== undefined);
    if (relative.ok && !countsWait) await app.state.put({ key: 'counts', ...relative.value.counts, ...max });
    const profileWaits = waiting.some(({ endpoint }) => endpoint === 'updateProfile');
    if (!profile.ok || (profileWaits && isHere)) return false;
    const { uid: _own, settings, ...fields } = profile.value;
    const nickName = cleanNick(fields.nickName);
    await app.state.bulkPut([
      { ...session, nickName },
      { key: 'profile', ...fields, nickName },
      ...(profileWaits ? [] : [{ key: 'settings' as const, ...settings }]),
    ]);
    return false;
  });
  if (isOlder) return 'older';
  return profile.ok ? ok(null) : profile;
}
