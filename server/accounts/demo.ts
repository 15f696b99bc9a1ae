import { inArray } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { account, anchor, balance, profile } from '../database/schema.ts';
import { DEMO_ANCHORS, DEMO_OFFICIAL, DEMO_USERS, type DemoPerson } from './demo-people.ts';
import { hashPassword } from './passwords.ts';

const DEMO_PASSWORD = 'gemcall';
const DEMO_GEMS = 1_000;

/** Adds the demo accounts that are missing and leaves the others as they are. One read where nothing is missing. */
export async function seedDemo(db: Database): Promise<void> {
  const everybody = [DEMO_OFFICIAL, ...DEMO_USERS, ...DEMO_ANCHORS];
  const uids = everybody.map(({ uid }) => uid);
  const known = await db.select({ uid: account.uid }).from(account).where(inArray(account.uid, uids));
  const knownUids = new Set(known.map(({ uid }) => uid));
  const missing = everybody.filter(({ uid }) => !knownUids.has(uid));
  if (missing.length > 0) await addPeople(db, missing);
}

async function addPeople(db: Database, people: readonly DemoPerson[]): Promise<void> {
  // One hash for all: the password is public, and 44 slow hashes would hold up the first start.
  const demoHash = await hashPassword(DEMO_PASSWORD);
  const accounts = people.map(({ uid, role, nickName }) => ({
    uid,
    role,
    nickName,
    // Nobody signs in as the official account.
    passwordHash: uid === DEMO_OFFICIAL.uid ? null : demoHash,
  }));
  const anchors = people.flatMap(({ uid, price }) => (price === undefined ? [] : [{ uid, price, rank: 10_000 - uid }]));
  const balances = people.flatMap(({ uid }) => [
    { uid, currency: 'gems' as const, amount: DEMO_USERS.some((user) => user.uid === uid) ? DEMO_GEMS : 0 },
    { uid, currency: 'silver' as const, amount: 0 },
  ]);
  const profiles = people.map(({ uid, gender, bDay, country, lang, about }) => ({
    uid,
    gender,
    bDay,
    country,
    lang,
    about,
  }));
  await db.transaction(async (tx) => {
    // Another server process may be seeding too.
    await tx.insert(account).values(accounts).onConflictDoNothing();
    await tx.insert(profile).values(profiles).onConflictDoNothing();
    await tx.insert(balance).values(balances).onConflictDoNothing();
    if (anchors.length > 0) await tx.insert(anchor).values(anchors).onConflictDoNothing();
  });
}
