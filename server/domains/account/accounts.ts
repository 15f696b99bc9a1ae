import { randomInt } from 'node:crypto';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { ROLE_USER } from '../../../contract/account/rules.ts';
import { account, accountOpenid } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import { profile } from '../people/tables.ts';
import { grant, openWallets } from '../wallet/ledger.ts';

/** A row of the table of accounts, including the password hash. */
export type Account = typeof account.$inferSelect;

/** Loads an account, also a closed or purged one; undefined if the uid does not exist. */
export async function findAccount(db: Queries, uid: number): Promise<Account | undefined> {
  const [found] = await db.select().from(account).where(eq(account.uid, uid));
  return found;
}

/** The unique identity by which a login finds its account: the hash of a device secret, or the subject (`sub`) of a Google account. */
type Identity = { readonly openIdHash: string } | { readonly googleSub: string };

/** Initial values of an account that `findOrCreateAccount` creates. */
export type NewAccount = {
  readonly nickName?: string;
  /** Gems that a new account receives; 0: none. */
  readonly welcomeGems: number;
};

/**
 * Returns the account of an identity for a login, and creates it with profile, wallets and welcome gems at the first login. Two
 * concurrent first logins find the same account.
 */
export async function findOrCreateAccount(
  tx: Transaction,
  identity: Identity,
  { nickName, welcomeGems }: NewAccount,
): Promise<Account> {
  const known = await findByIdentity(tx, identity);
  if (known !== undefined) return known;
  const made = await createAccount(tx, identity, nickName || guestName());
  if (made !== undefined) {
    await tx.insert(profile).values({ uid: made.uid });
    await openWallets(tx, [made.uid]);
    if (welcomeGems > 0) {
      const subject = { type: 'welcome', id: `${made.uid}` } as const;
      await grant(tx, `welcome:${made.uid}`, made.uid, 'gems', welcomeGems, subject);
      const args = { gems: String(welcomeGems) };
      await enqueueOfficialPayload(tx, made.uid, {
        kind: 'official_message',
        key: 'welcome',
        args,
        route: 'goddess',
        body: '',
      });
    }
    return made;
  }
  const raced = await findByIdentity(tx, identity);
  if (raced === undefined) throw new Error('An account conflicts with an identity that no account has');
  return raced;
}

async function findByIdentity(tx: Transaction, identity: Identity): Promise<Account | undefined> {
  if ('googleSub' in identity) {
    const [found] = await tx.select().from(account).where(eq(account.googleSub, identity.googleSub));
    return found;
  }
  const [found] = await tx
    .select(getTableColumns(account))
    .from(accountOpenid)
    .innerJoin(account, eq(account.uid, accountOpenid.uid))
    .where(eq(accountOpenid.hash, identity.openIdHash));
  return found;
}

/** Returns undefined when a concurrent login created the account of this identity. */
async function createAccount(tx: Transaction, identity: Identity, nickName: string): Promise<Account | undefined> {
  const values = { uid: sql`nextval('guest_uid')`, role: ROLE_USER, nickName };
  if ('googleSub' in identity) {
    const [made] = await tx
      .insert(account)
      .values({ ...values, ...identity })
      .onConflictDoNothing()
      .returning();
    return made;
  }
  // The hash of the device secret is inserted after the account that it references. If a concurrent login bound it first, this account is
  // rolled back.
  return tx
    .transaction(async (inner) => {
      const [made] = await inner.insert(account).values(values).returning();
      if (made === undefined) throw new Error('An account was not inserted');
      const { uid } = made;
      const bound = await inner
        .insert(accountOpenid)
        .values({ hash: identity.openIdHash, uid })
        .onConflictDoNothing()
        .returning({ uid: accountOpenid.uid });
      if (bound.length === 0) throw new Raced();
      return made;
    })
    .catch((error: unknown) => {
      if (error instanceof Raced) return undefined;
      throw error;
    });
}

class Raced extends Error {}

/** Nickname of a new account whose login gave none. It need not be unique, as the uid distinguishes accounts. */
const guestName = () => `Guest ${randomInt(1_000, 10_000)}`;
