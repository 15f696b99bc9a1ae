import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { TOKEN_NOTED_EVERY_HOURS, TOKEN_UNUSED_DAYS } from '../../../contract/account/rules.ts';
import { account, accountOpenid, deviceToken } from '../../platform/database/account.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { endSecrets } from './secrets.ts';

const TOKEN_BYTES = 32;

/** PostgreSQL channel on which the SHA-256 of each revoked token is announced, so that its stream ends at once. */
export const TOKEN_REVOKED = 'token_revoked';

/** SHA-256 in hexadecimal. Tokens are random, so neither salt nor a slow hash is needed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

export type TokenCheck = { readonly ok: true; readonly tokenHash: string } | { readonly ok: false };

/** Returns whether this is the live vcToken of this account. */
export async function checkToken(db: Queries, claim: { uid: number; token: string }): Promise<TokenCheck> {
  const found = await findToken(db, claim);
  return found?.live === true ? { ok: true, tokenHash: found.hash } : { ok: false };
}

/** Returns the account's token, live or revoked; undefined where the account never had it. */
export async function findToken(db: Queries, claim: { uid: number; token: string }) {
  const found = await lookUpToken(db, claim.token);
  return found?.uid === claim.uid ? { hash: found.hash, live: found.live, adult: found.adult } : undefined;
}

/** Returns the account of this live vcToken, for requests that name no account. */
export async function tokenOwner(db: Queries, token: string): Promise<number | undefined> {
  const found = await lookUpToken(db, token);
  return found?.live === true ? found.uid : undefined;
}

/** Looks a token up, and records its use: one write a day for each, however many requests there are. */
async function lookUpToken(db: Queries, token: string) {
  const hash = hashToken(token);
  const [row] = await db
    .select({
      uid: deviceToken.uid,
      adult: sql<boolean>`${account.birthDate} is not null`,
      live: sql<boolean>`${deviceToken.revokedAt} is null and ${usedWithin(TOKEN_UNUSED_DAYS * 24)}`,
      noted: sql<boolean>`${usedWithin(TOKEN_NOTED_EVERY_HOURS)}`,
    })
    .from(deviceToken)
    .innerJoin(account, eq(account.uid, deviceToken.uid))
    .where(eq(deviceToken.hash, hash));
  if (row === undefined) return undefined;
  if (row.live && !row.noted) {
    const stillUnnoted = and(eq(deviceToken.hash, hash), sql`not ${usedWithin(TOKEN_NOTED_EVERY_HOURS)}`);
    await db.update(deviceToken).set({ usedAt: sql`now()` }).where(stillUnnoted);
  }
  return { hash, uid: row.uid, live: row.live, adult: row.adult };
}

const usedWithin = (hours: number) => sql`(${deviceToken.usedAt} > now() - make_interval(hours => ${hours}))`;

/** A device as a login describes it. `id` is the device's own; the others are shown to the account's owner. */
export type LoginDevice = { readonly id: string; readonly platform: string; readonly browser: string };

/** Creates a token for a device and revokes its former one: one token per account and device. */
export async function issueToken(
  tx: Transaction,
  uid: number,
  { id: device, platform, browser }: LoginDevice,
): Promise<string> {
  // Two logins at once on one device are serialized, or both would insert a live token.
  await lockAccount(tx, uid);
  const live = await tx
    .select({ hash: deviceToken.hash })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), eq(deviceToken.device, device), isNull(deviceToken.revokedAt)));
  for (const { hash } of live) await revokeToken(tx, hash);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.insert(deviceToken).values({ hash: hashToken(token), uid, device, platform, browser });
  return token;
}

/** Revokes a token and, when the transaction commits, ends the stream opened with it. The only way a token ends. */
export async function revokeToken(tx: Transaction, tokenHash: string): Promise<void> {
  await tx
    .update(deviceToken)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(deviceToken.hash, tokenHash), isNull(deviceToken.revokedAt)));
  await tx.execute(sql`select pg_notify(${TOKEN_REVOKED}, ${tokenHash})`);
}

/** Returns those of these hashes that are not revoked: of open streams, which are in use themselves. */
export async function liveTokens(db: Queries, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .select({ hash: deviceToken.hash })
    .from(deviceToken)
    .where(and(inArray(deviceToken.hash, [...hashes]), isNull(deviceToken.revokedAt)));
  return new Set(rows.map(({ hash }) => hash));
}

/** The device that a token was issued for. */
export async function deviceOf(db: Queries, tokenHash: string): Promise<string | undefined> {
  const [found] = await db
    .select({ device: deviceToken.device })
    .from(deviceToken)
    .where(eq(deviceToken.hash, tokenHash));
  return found?.device;
}

/** The sessions of an account, the last used first. */
export async function listSessions(db: Queries, uid: number) {
  const { hash, platform, browser, createdAt, usedAt } = deviceToken;
  return db
    .select({ id: hash, platform, browser, madeAt: createdAt, seenAt: usedAt })
    .from(deviceToken)
    .where(and(isLiveOf(uid), usedWithin(TOKEN_UNUSED_DAYS * 24)))
    .orderBy(desc(usedAt), desc(createdAt));
}

const isLiveOf = (uid: number) => and(eq(deviceToken.uid, uid), isNull(deviceToken.revokedAt));

/**
 * Ends a session, and with it the secret by which its device would sign in as a guest again; unless that is the last way in.
 * False: the account has no such session.
 */
export async function endSession(tx: Transaction, uid: number, id: string): Promise<boolean> {
  await lockAccount(tx, uid);
  const [found] = await tx
    .select({ device: deviceToken.device })
    .from(deviceToken)
    .where(and(isLiveOf(uid), eq(deviceToken.hash, id)));
  if (found === undefined) return false;
  await revokeToken(tx, id);
  await endSecrets(tx, uid, eq(accountOpenid.device, found.device));
  return true;
}

/** Ends all sessions of an account, or all but that of a device; see `endSession`. */
export async function endSessions(tx: Transaction, uid: number, except?: { tokenHash: string }): Promise<void> {
  await lockAccount(tx, uid);
  const live = await tx
    .select({ hash: deviceToken.hash, device: deviceToken.device })
    .from(deviceToken)
    .where(isLiveOf(uid));
  for (const { hash } of live) if (hash !== except?.tokenHash) await revokeToken(tx, hash);
  const stays = live.find(({ hash }) => hash === except?.tokenHash);
  if (stays) await endSecrets(tx, uid, ne(accountOpenid.device, stays.device));
}

/**
 * Whether this device was signed in to the account before, as its tokens say: a device id that is made up has none. Revoked tokens
 * count too, so that a device is known after its logout.
 */
export async function isKnownDevice(db: Queries, uid: number, device: string): Promise<boolean> {
  const [found] = await db
    .select({ hash: deviceToken.hash })
    .from(deviceToken)
    .where(and(eq(deviceToken.uid, uid), eq(deviceToken.device, device)))
    .limit(1);
  return found !== undefined;
}

/** Serializes what begins and ends sessions of an account, and what closes it. */
export const lockAccount = (tx: Transaction, uid: number) =>
  tx.select({ uid: account.uid }).from(account).where(eq(account.uid, uid)).for('update');
