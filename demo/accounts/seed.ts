import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { hashPassword, PUBLIC_COST } from '../../server/domains/account/passwords.ts';
import { DEMO_PASSWORD, unlockPublishedAccounts } from '../../server/domains/account/published-accounts.ts';
import { seedCatalogue } from '../../server/domains/payments/seed.ts';
import { anchor, profile } from '../../server/domains/people/tables.ts';
import { grant, openWallets } from '../../server/domains/wallet/ledger.ts';
import { account } from '../../server/platform/database/account.ts';
import type { Database, Transaction } from '../../server/platform/database/connect.ts';
import { FIRST_ABOUTS } from './abouts.ts';
import { DEMO_ANCHORS, DEMO_OFFICIAL, DEMO_USERS, type DemoAnchor, type DemoPerson } from './people.ts';
import { DEMO_USER_GEMS } from './rules.ts';

/** Birth date of demo accounts whose profile has none, and of those that an earlier version stored without one. */
const BORN = '1990-01-01';

/**
 * Runs at each server start with DEMO on, and in `npm run seed`: adds missing catalogue entries and demo accounts, updates accounts of an
 * earlier version, unlocks those locked while the demo was off, and leaves all others unchanged.
 */
export async function seedDemo(db: Database): Promise<void> {
  await seedCatalogue(db);
  const everybody = [DEMO_OFFICIAL, ...DEMO_USERS, ...DEMO_ANCHORS];
  const uids = everybody.map(({ uid }) => uid);
  const rows = await db
    .select({ uid: account.uid, about: profile.about })
    .from(account)
    .leftJoin(profile, eq(profile.uid, account.uid))
    .where(inArray(account.uid, uids));
  const known = new Map(rows.map(({ uid, about }) => [uid, about ?? '']));
  const missing = everybody.filter(({ uid }) => !known.has(uid));
  if (missing.length > 0) await addPeople(db, missing);
  await unlockPublishedAccounts(db);
  const unasked = and(inArray(account.uid, uids), isNull(account.birthDate));
  await db.update(account).set({ birthDate: BORN }).where(unasked);
  const earlier = DEMO_ANCHORS.filter(({ uid }) => FIRST_ABOUTS.has(known.get(uid) ?? ''));
  if (earlier.length > 0) await db.transaction((tx) => completeAnchors(tx, earlier));
}

async function addPeople(db: Database, people: readonly DemoPerson[]): Promise<void> {
  const demoHash = await hashPassword(DEMO_PASSWORD, PUBLIC_COST);
  const uids = new Set(people.map(({ uid }) => uid));
  const accounts = people.map(({ uid, role, nickName, bDay }) => ({
    uid,
    role,
    nickName,
    birthDate: bDay || BORN,
    // The official account has no login.
    passwordHash: uid === DEMO_OFFICIAL.uid ? null : demoHash,
  }));
  const anchors = DEMO_ANCHORS.filter(({ uid }) => uids.has(uid)).map((anchor) => ({
    uid: anchor.uid,
    ...anchorFields(anchor),
  }));
  const users = DEMO_USERS.filter(({ uid }) => uids.has(uid));
  const profiles = people.map(({ uid, gender, bDay, country, lang, about }) => ({
    uid,
    gender,
    bDay,
    country,
    lang,
    about,
  }));
  await db.transaction(async (tx) => {
    // Another process may be seeding concurrently.
    await tx.insert(account).values(accounts).onConflictDoNothing();
    await tx.insert(profile).values(profiles).onConflictDoNothing();
    await openWallets(tx, [...uids]);
    for (const { uid } of users) {
      await grant(tx, `demo:${uid}`, uid, 'gems', DEMO_USER_GEMS, { type: 'welcome', id: `${uid}` });
    }
    if (anchors.length > 0) await tx.insert(anchor).values(anchors).onConflictDoNothing();
  });
}

async function completeAnchors(tx: Transaction, anchors: readonly DemoAnchor[]): Promise<void> {
  for (const host of anchors) {
    await tx.update(profile).set({ about: host.about }).where(eq(profile.uid, host.uid));
    await tx.update(anchor).set(anchorFields(host)).where(eq(anchor.uid, host.uid));
  }
}

const anchorFields = ({ uid, price, isSilver, paidMinutesRecent, daysHere }: DemoAnchor) => ({
  price,
  rank: 10_000 - uid,
  isSilver,
  paidMinutesRecent,
  createdAt: sql`now() - make_interval(days => ${daysHere})`,
});
