import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { ROLE_USER } from '../../contract/account/rules.ts';
import { say } from '../chat/service-outbox/say.ts';
import { account } from '../database/account.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import { profile } from '../people/tables.ts';
import { grant, openWallets } from '../wallet/ledger.ts';

export type Account = typeof account.$inferSelect;

export async function findAccount(db: Queries, uid: number): Promise<Account | undefined> {
  const [found] = await db.select().from(account).where(eq(account.uid, uid));
  return found;
}

/** Keys by which the account is found again; each is unique. */
type Identity = { readonly openIdHash: string } | { readonly googleSub: string };

export type NewAccount = {
  readonly nickName?: string;
  /** Gems that a new account receives; 0: none. */
  readonly welcomeGems: number;
};

/** Returns the account of this identity, created at its first login. Two first logins at once find the same account. */
export async function findOrCreateAccount(
  tx: Transaction,
  identity: Identity,
  { nickName, welcomeGems }: NewAccount,
): Promise<Account> {
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
    await tx.insert(profile).values({ uid: made.uid });
    await openWallets(tx, [made.uid]);
    if (welcomeGems > 0) {
      const subject = { type: 'welcome', id: `${made.uid}` } as const;
      await grant(tx, `welcome:${made.uid}`, made.uid, 'gems', welcomeGems, subject);
      const args = { gems: String(welcomeGems) };
      await say(tx, made.uid, { kind: 'official_message', key: 'welcome', args, route: 'goddess', body: '' });
    }
    return made;
  }
  const [raced] = await tx.select().from(account).where(sameIdentity);
  if (raced === undefined) throw new Error('An account conflicts with an identity that no account has');
  return raced;
}

/** Friendly, neutral, and not unique: the uid distinguishes accounts. */
const guestName = () => `Guest ${randomInt(1_000, 10_000)}`;
