import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { ROLE_USER } from '../../contract/rules.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import { account, balance, profile } from '../database/schema.ts';

export type Account = typeof account.$inferSelect;

export async function findAccount(db: Queries, uid: number): Promise<Account | undefined> {
  const [found] = await db.select().from(account).where(eq(account.uid, uid));
  return found;
}

/** How the account is found again; each is unique. */
type Identity = { readonly openIdHash: string } | { readonly googleSub: string };

/** The account of this identity, made on its first login. Two first logins at once find the same account. */
export async function findOrCreateAccount(tx: Transaction, identity: Identity, nickName?: string): Promise<Account> {
  const sameIdentity =
    'openIdHash' in identity ? eq(account.openIdHash, identity.openIdHash) : eq(account.googleSub, identity.googleSub);
  const [known] = await tx.select().from(account).where(sameIdentity);
  if (known !== undefined) return known;
  const [made] = await tx
    .insert(account)
    .values({ uid: sql`nextval('guest_uid')`, role: ROLE_USER, nickName: nickName || guestName(), ...identity })
    .onConflictDoNothing()
    .returning();
  if (made !== undefined) {
    await openPurse(tx, made.uid);
    return made;
  }
  const [raced] = await tx.select().from(account).where(sameIdentity);
  if (raced === undefined) throw new Error('An account conflicts with an identity that no account has');
  return raced;
}

async function openPurse(tx: Transaction, uid: number): Promise<void> {
  await tx.insert(profile).values({ uid });
  await tx.insert(balance).values([
    { uid, currency: 'gems' },
    { uid, currency: 'silver' },
  ]);
}

/** Friendly, neutral, and not unique: the uid is what tells accounts apart. */
const guestName = () => `Guest ${randomInt(1_000, 10_000)}`;
