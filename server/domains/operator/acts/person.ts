import { eq, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../../contract/account/rules.ts';
import type { Config } from '../../../config.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { isAccessLocked } from '../../account/access-lock.ts';
import { type Account, findAccount } from '../../account/accounts.ts';
import { restorableUntil, waitsFor } from '../../account/closing.ts';
import { listSessions } from '../../account/tokens.ts';
import { owedBy } from '../../payments/reversal/owed.ts';
import { messageLock, profile } from '../../people/tables.ts';
import { readLines } from '../../wallet/lines.ts';
import { CURRENCIES, moneyLock } from '../../wallet/tables.ts';
import { act, Refused } from '../act.ts';
import { uid as uidField } from '../fields.ts';

/** Number of characters of a session id that `person` shows and `revoke` accepts; enough to distinguish one account's sessions. */
export const SESSION_CHARS = 12;
const LINES = 50;

/** Why an account cannot be deleted or purged yet (`waitsFor`). */
export const WAITS = {
  call: 'a call is running',
  booking: 'a booked call is open',
  order: 'a payment is on its way',
  owed: 'gems are not paid out',
} as const;
const uidLabel = { label: 'Account', hint: 'its number' } as const;
const yes = (is: boolean) => (is ? 'yes' : 'no');

async function accountLines(db: Queries, found: Account, payouts: Config['payouts']): Promise<string[]> {
  const { uid, role, nickName, createdAt, birthDate, closedAt, closedWhy, purgedAt } = found;
  const until = closedAt && new Date(restorableUntil(closedAt)).toISOString();
  const reason = closedAt && !purgedAt ? await waitsFor(db, uid, payouts) : null;
  const waits = reason === null ? [] : [`it waits: ${WAITS[reason]}`];
  const gone = purgedAt
    ? [`gone: ${purgedAt.toISOString()}`]
    : closedAt
      ? [`deleted: ${closedAt.toISOString()} (${closedWhy}), all of it goes after ${until}`, ...waits]
      : [];
  const { rows } = await db.execute<{ secrets: number; online: number }>(sql`
    select (select count(*)::int from account_openid where uid = ${uid}) as secrets,
      (select count(*)::int from online_stream where uid = ${uid} and not brief) as online`);
  return [
    `${uid} ${nickName}`,
    `role: ${role}${role === ROLE_ANCHOR ? ' (host)' : ''}, made ${createdAt.toISOString()}, age known: ${yes(birthDate !== null)}, has paid: ${yes(found.paid)}`,
    ...gone,
    `signs in by password: ${yes(found.passwordHash !== null)}, Google: ${yes(found.googleSub !== null)}, secrets of devices: ${rows[0]?.secrets ?? 0}`,
    `streams open now: ${rows[0]?.online ?? 0}`,
  ];
}

async function profileLines(db: Queries, uid: number): Promise<string[]> {
  const [found] = await db.select().from(profile).where(eq(profile.uid, uid));
  if (!found) return [];
  const { about, gender, country, lang, tel, email, address } = found;
  const facts = Object.entries({ gender, country, lang, tel, email, address, about });
  return facts.filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${text}`);
}

async function lockLines(db: Queries, uid: number): Promise<string[]> {
  const [writing] = await db.select().from(messageLock).where(eq(messageLock.uid, uid));
  const [money] = await db.select().from(moneyLock).where(eq(moneyLock.uid, uid));
  return [
    ...((await isAccessLocked(db, uid)) ? ['locked: account'] : []),
    ...(writing && writing.until > new Date() ? [`locked: writing until ${writing.until.toISOString()}`] : []),
    ...(money ? [`locked: money, by ${money.why}`] : []),
  ];
}

async function conductLines(db: Queries, uid: number): Promise<string[]> {
  const { rows } = await db.execute<
    Record<'violations' | 'about' | 'by' | 'blockers' | 'orders' | 'calls', number>
  >(sql`
    select (select count(*)::int from violation where uid = ${uid}) as violations,
      (select count(*)::int from report where target_uid = ${uid}) as about,
      (select count(*)::int from report where uid = ${uid}) as by,
      (select count(*)::int from block where blocked_uid = ${uid}) as blockers,
      (select count(*)::int from payment_order where uid = ${uid}) as orders,
      (select count(*)::int from call where caller = ${uid} or callee = ${uid}) as calls`);
  const [found] = rows;
  if (!found) return [];
  const { rows: open } = await db.execute<{ ticket: string; reason: string }>(
    sql`select ticket, reason from report where target_uid = ${uid} and open order by created_at limit ${LINES}`,
  );
  return [
    `reports about them: ${found.about}, by them: ${found.by}; blocked by ${found.blockers}; against the rules: ${found.violations}`,
    `orders: ${found.orders}, calls: ${found.calls}`,
    ...open.map(({ ticket, reason }) => `open report: ${ticket} ${reason}`),
  ];
}

const person = act({
  name: 'person',
  title: 'Show an account',
  about: 'What is known of an account, without secrets, and where it is signed in.',
  kind: 'look',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  prepare: async ({ config }) => config.payouts,
  async run(tx, { uid }, _by, payouts) {
    const found = await findAccount(tx, uid);
    if (!found) throw new Refused(`no account has the number ${uid}`);
    const sessions = await listSessions(tx, uid);
    const lines = [
      ...(await accountLines(tx, found, payouts)),
      ...(await profileLines(tx, uid)),
      ...(await lockLines(tx, uid)),
      ...(await conductLines(tx, uid)),
      ...sessions.map(
        ({ id, platform, browser, madeAt, seenAt }) =>
          `session ${id.slice(0, SESSION_CHARS)}: ${platform} ${browser}, since ${madeAt.toISOString()}, seen ${seenAt.toISOString().slice(0, 10)}`,
      ),
    ];
    return { lines, about: { uid: String(uid), to: String(uid) } };
  },
});

/** The newest ledger entries of both wallets, with debts and locks. */
const statement = act({
  name: 'statement',
  title: 'Show the wallets',
  about: `The newest ${LINES} lines of gems and of silver, what is owed and what is locked.`,
  kind: 'look',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  async run(tx, { uid }) {
    if (!(await findAccount(tx, uid))) throw new Refused(`no account has the number ${uid}`);
    const said: string[] = [];
    for (const currency of CURRENCIES) {
      const { lines, balance } = await readLines(tx, uid, currency, '', LINES);
      said.push(`${currency}: ${balance}`);
      for (const { at, amount, after, subject, subjectId } of lines) {
        const sum = amount > 0 ? `+${amount}` : `${amount}`;
        said.push(`${new Date(at).toISOString()} ${sum} ${currency}, then ${after}: ${subject} ${subjectId}`);
      }
    }
    const owed = await owedBy(tx, uid);
    if (owed > 0) said.push(`owed: ${owed} gems`);
    const locks = await tx.select().from(moneyLock).where(eq(moneyLock.uid, uid));
    for (const { why, at } of locks) said.push(`locked: ${at.toISOString()} by ${why}`);
    return { lines: said, about: { uid: String(uid), to: String(uid) } };
  },
});

/** Read-only actions on an account: its facts and sessions (`person`), and its wallets (`statement`). */
export const PERSON_ACTS = [person, statement] as const;
