import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ROLE_OFFICIAL } from '../../../../contract/account/rules.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { lockAccess, unlockAccess } from '../../account/access-lock.ts';
import { type Account, findAccount } from '../../account/accounts.ts';
import { closeIfFree, restorableUntil } from '../../account/closing.ts';
import { endSession, endSessions, listSessions, lockAccountRow } from '../../account/tokens.ts';
import { messageLock } from '../../people/tables.ts';
import { lockMoney, unlockMoney } from '../../wallet/lock.ts';
import { act, Refused } from '../act.ts';
import { choice, count, uid as uidField } from '../fields.ts';
import { SESSION_CHARS, WAITS } from './person.ts';

const HOURS_MAX = 8_760;
const DEFAULT_HOURS = 24;
const LOCKED = ['account', 'writing', 'money'] as const;
const uidLabel = { label: 'Account', hint: 'its number' } as const;
const lockedLabel = { label: 'What', shape: { choices: LOCKED } } as const;
const aboutUid = (uid: number) => ({ uid: String(uid), to: String(uid) });

async function needAccount(tx: Transaction, uid: number): Promise<Account> {
  const found = await findAccount(tx, uid);
  if (!found || found.purgedAt !== null) throw new Refused(`no account has the number ${uid}`);
  if (found.role === ROLE_OFFICIAL) throw new Refused(`${uid} is the team's own`);
  return found;
}

const lock = act({
  name: 'lock',
  title: 'Lock an account',
  about:
    'account: all sessions end, and signing in is refused. writing: no messages for the hours you set. money: nothing can be spent or bought. Locks of account and money last until you unlock them.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField, what: choice(LOCKED), hours: v.optional(count(HOURS_MAX)) },
  fields: {
    uid: uidLabel,
    what: lockedLabel,
    hours: { label: 'Hours', hint: `for writing alone, 1 to ${HOURS_MAX}; ${DEFAULT_HOURS} if empty` },
  },
  async run(tx, { uid, what, hours }, by) {
    if (hours !== undefined && what !== 'writing') throw new Refused('hours are for writing alone');
    await needAccount(tx, uid);
    const about = aboutUid(uid);
    if (what === 'account') {
      await lockAccess(tx, uid, by);
      return { lines: [`${uid} is signed out everywhere and cannot sign in`], about };
    }
    if (what === 'money') {
      await lockMoney(tx, uid, by);
      return { lines: [`${uid} can spend and buy nothing`], about };
    }
    const until = sql`now() + make_interval(hours => ${hours ?? DEFAULT_HOURS})`;
    const [set] = await tx
      .insert(messageLock)
      .values({ uid, until })
      .onConflictDoUpdate({ target: messageLock.uid, set: { until } })
      .returning({ until: messageLock.until });
    return { lines: [`${uid} cannot write before ${set?.until.toISOString()}`], about };
  },
});

const unlock = act({
  name: 'unlock',
  title: 'Unlock an account',
  about: 'Removes a lock. A money lock is removed whatever set it, including a lost dispute.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField, what: choice(LOCKED) },
  fields: { uid: uidLabel, what: lockedLabel },
  async run(tx, { uid, what }) {
    await needAccount(tx, uid);
    const about = aboutUid(uid);
    if (what === 'money') {
      await unlockMoney(tx, uid);
      return { lines: [`${uid} can spend and buy again`], about };
    }
    if (what === 'account') {
      if (!(await unlockAccess(tx, uid))) throw new Refused(`${uid} is not locked`);
      return { lines: [`${uid} can sign in again`], about };
    }
    const { rowCount } = await tx.execute(sql`delete from ${messageLock} where uid = ${uid} and until > now()`);
    if (!rowCount) throw new Refused(`${uid} is not locked`);
    return { lines: [`${uid} can write again`], about };
  },
});

const revoke = act({
  name: 'revoke',
  title: 'End sessions',
  about:
    'Signs the account out at once: everywhere, or on one device. The guest secret of that device is removed too, if the account has another way to sign in. They may sign in again.',
  kind: 'change',
  where: 'everywhere',
  entries: {
    uid: uidField,
    session: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f]{12}$/, 'is not a session'))),
  },
  fields: { uid: uidLabel, session: { label: 'Session', hint: 'as the person is shown; all if empty' } },
  async run(tx, { uid, session }) {
    await needAccount(tx, uid);
    const about = aboutUid(uid);
    const live = await listSessions(tx, uid);
    if (session === undefined) {
      await endSessions(tx, uid);
      return { lines: [`${uid} is signed out everywhere (${live.length})`], about };
    }
    const [found, ...more] = live.filter(({ id }) => id.slice(0, SESSION_CHARS) === session);
    if (!found || more.length > 0) throw new Refused(`${uid} has no session ${session}`);
    await endSession(tx, uid, found.id);
    return { lines: [`${uid} is signed out on ${found.platform} ${found.browser}`], about };
  },
});

const remove = act({
  name: 'delete',
  title: 'Delete an account',
  about:
    'As if the owner deleted it: they are signed out and hidden from everyone, and after 14 days all data is deleted. Signing in before then restores the account, unless it is also locked.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  prepare: async ({ config }) => config.payouts,
  async run(tx, { uid }, _by, payouts) {
    // Serialize with logins and other deletions of this account.
    await lockAccountRow(tx, uid);
    const { closedAt } = await needAccount(tx, uid);
    if (closedAt) throw new Refused(`${uid} is deleted already`);
    const ended = await closeIfFree(tx, uid, payouts);
    if ('waitsFor' in ended) throw new Refused(`${uid} cannot be deleted: ${WAITS[ended.waitsFor]}`);
    const until = new Date(restorableUntil(ended.closed)).toISOString();
    return { lines: [`${uid} is deleted, and can be restored until ${until}`], about: aboutUid(uid) };
  },
});

/** Actions that change accounts: lock, unlock, revoke (end sessions), delete. */
export const ACCOUNT_ACTS = [lock, unlock, revoke, remove] as const;
