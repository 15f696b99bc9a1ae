import { createHash, randomBytes, randomInt } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { MoveState } from '../../../contract/account/life.ts';
import { MOVE_CHOICES, MOVE_VALID_SECONDS } from '../../../contract/account/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { serverClock } from '../../platform/clock.ts';
import { account, accountOpenid } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { serverNow } from '../../platform/database/server-now.ts';
import { hashOpenId } from '../../platform/limits/open-id.ts';
import { isRefusedDevice } from './closing.ts';
import { bindSecret, hasOtherWay, isSecretOf } from './secrets.ts';
import { accountMove } from './tables.ts';
import type { LoginDevice } from './tokens.ts';

/** Length of the random code in the QR picture of a move: 128 bits. */
const CODE_BYTES = 16;
const hashCode = (code: string) => createHash('sha256').update(`move:${code}`).digest('hex');
const inTime = gt(accountMove.until, serverNow);
const validFor = sql`${serverNow} + make_interval(secs => ${MOVE_VALID_SECONDS})`;
/** Two random digits, as the claiming device shows them. */
const anyDigits = () => String(randomInt(100)).padStart(2, '0');

/**
 * Starts moving an account to another device, for the device that is signed in and shows the QR code. `openId` must be a bound device
 * secret of the account, otherwise `wrong-password`. An earlier move of the account is replaced.
 */
export async function beginMove(
  db: Queries,
  uid: number,
  openId: string,
): Promise<Result<{ code: string; until: number }>> {
  // Otherwise a stolen token would suffice to bind the thief's device permanently.
  if (!(await isSecretOf(db, uid, openId))) return fail({ code: 'wrong-password' });
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const fresh = { codeHash: hashCode(code), state: 'waiting' as const, claimedBy: null, digits: null, choices: [] };
  const [made] = await db
    .insert(accountMove)
    .values({ uid, ...fresh, until: validFor })
    .onConflictDoUpdate({ target: accountMove.uid, set: { ...fresh, until: validFor } })
    .returning({ until: accountMove.until });
  if (!made) throw new Error('A move was not begun');
  return ok({ code, until: made.until.getTime() });
}

/**
 * Returns the nickname of the account for a scanned code, before the new device claims the move. The code stays unclaimed. `gone`: the code
 * is unknown, claimed, expired, or that of a closed account.
 */
export async function readMove(db: Queries, code: string): Promise<Result<{ nickName: string }>> {
  const [found] = await db
    .select({ nickName: account.nickName })
    .from(accountMove)
    .innerJoin(account, eq(account.uid, accountMove.uid))
    .where(and(isCode(code), inTime, eq(accountMove.state, 'waiting'), isNull(account.closedAt)));
  return found ? ok(found) : fail({ code: 'gone' });
}

const isCode = (code: string) => eq(accountMove.codeHash, hashCode(code));

/**
 * Claims a move for the device that scanned the code; only the first claim succeeds, later ones get `gone`. The device shows two digits,
 * and the user must pick them on the first device to confirm. `device-taken`: the secret of the claiming device is the only way to sign in
 * to the account that it signs in to, which would be lost.
 */
export async function claimMove(
  db: Queries,
  { code, openId, device }: { readonly code: string; readonly openId: string; readonly device: LoginDevice },
): Promise<Result<{ digits: string; until: number }>> {
  if (await isRefusedDevice(db, device.id)) return fail({ code: 'underage' });
  const claimedBy = hashOpenId(openId);
  const { platform, browser } = device;
  return db.transaction(async (tx) => {
    const [taken] = await tx.select().from(accountOpenid).where(eq(accountOpenid.hash, claimedBy));
    if (taken && !(await hasOtherWay(tx, taken.uid, { secret: claimedBy }))) return fail({ code: 'device-taken' });
    const digits = anyDigits();
    const [claimed] = await tx
      .update(accountMove)
      .set({ state: 'claimed', claimedBy, platform, browser, digits, choices: choicesWith(digits) })
      .where(and(isCode(code), inTime, eq(accountMove.state, 'waiting')))
      .returning({ until: accountMove.until });
    return claimed ? ok({ digits, until: claimed.until.getTime() }) : fail({ code: 'gone' });
  });
}

/** The right digits among wrong ones, in random order. */
function choicesWith(digits: string): string[] {
  const others = new Set<string>();
  while (others.size < MOVE_CHOICES - 1) {
    const other = anyDigits();
    if (other !== digits) others.add(other);
  }
  const choices = [...others];
  choices.splice(randomInt(MOVE_CHOICES), 0, digits);
  return choices;
}

/** State of the account's latest move, polled by the device that started it; while `claimed`, with the digits to choose from. */
export async function stateOfMove(db: Queries, uid: number): Promise<Result<{ state: MoveState; choices: string[] }>> {
  const [found] = await db.select().from(accountMove).where(eq(accountMove.uid, uid));
  const state = stateOf(found);
  return ok({ state, choices: state === 'claimed' ? [...(found?.choices ?? [])] : [] });
}

/**
 * Returns the state of a move to the device that claimed it, which polls it until the move is confirmed or over. A device that did not
 * claim it, and an unknown code, get `over`.
 */
export async function stateOfClaim(db: Queries, code: string, openId: string): Promise<Result<{ state: MoveState }>> {
  const own = and(isCode(code), eq(accountMove.claimedBy, hashOpenId(openId)));
  const [found] = await db.select().from(accountMove).where(own);
  return ok({ state: stateOf(found) });
}

const stateOf = (row: typeof accountMove.$inferSelect | undefined): MoveState =>
  row === undefined || (row.state !== 'done' && row.until.getTime() <= serverClock.now()) ? 'over' : row.state;

/**
 * Called by the device that started the move: binds the secret of the claiming device if `chosen` equals its digits. Wrong digits end a
 * claimed move, null ends also one that waits for a claim; one that is done stays so, because the other device may not have read it yet.
 */
export async function confirmMove(
  db: Queries,
  uid: number,
  chosen: string | null,
): Promise<Result<{ state: MoveState }>> {
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select()
      .from(accountMove)
      .where(and(eq(accountMove.uid, uid), or(inTime, eq(accountMove.state, 'done'))))
      .for('update');
    const mayEnd = open?.state === 'claimed' || (open?.state === 'waiting' && chosen === null);
    if (!mayEnd) return ok({ state: open?.state ?? 'over' });
    const isRight = chosen !== null && chosen === open.digits;
    const state = isRight ? 'done' : 'over';
    if (isRight && open.claimedBy !== null) {
      await bindSecret(tx, { hash: open.claimedBy, uid, platform: open.platform, browser: open.browser });
    }
    await tx.update(accountMove).set({ state }).where(eq(accountMove.uid, uid));
    return ok({ state });
  });
}
