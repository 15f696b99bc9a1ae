import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { deviceToken } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { paymentOrder, skuClaim } from '../tables.ts';

/**
 * Claim owners for a SKU that is sold once: the account, all devices that ever signed in to it, and this device ('' for none). Sorted,
 * to avoid deadlocks.
 */
export async function claimsOf(db: Queries, uid: number, device: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ device: deviceToken.device })
    .from(deviceToken)
    .where(eq(deviceToken.uid, uid));
  const devices = new Set([device, ...rows.map((row) => row.device)]);
  return [`uid:${uid}`, ...[...devices].filter((id) => id !== '').map((id) => `device:${id}`)].sort();
}

/**
 * Claims a SKU that is sold once, for all owners, when its order is created or credited; returns whether all were free. If not, the
 * transaction that creates an order must roll back.
 */
export async function takeClaims(
  db: Queries,
  sku: string,
  owners: readonly string[],
  orderId: string,
): Promise<boolean> {
  const taken = await db
    .insert(skuClaim)
    .values(owners.map((owner) => ({ sku, owner, orderId })))
    .onConflictDoNothing()
    .returning({ owner: skuClaim.owner });
  return taken.length === owners.length;
}

/** Hash by which a card or bank account is stored and recognized, of the gateway's fingerprint of it; '' for none. */
export const fingerprintHash = (gateway: string, fingerprint: string | undefined): string =>
  fingerprint ? createHash('sha256').update(`${gateway}:${fingerprint}`).digest('base64url').slice(0, 32) : '';

const cardOwner = (hash: string) => `card:${hash}`;

/**
 * Whether another order has claimed the SKU with this card, before a saved card is charged for it. `hash`: see `fingerprintHash`; '' is
 * no card.
 */
export async function isCardClaimed(db: Queries, sku: string, hash: string, orderId: string): Promise<boolean> {
  if (hash === '') return false;
  const [found] = await db
    .select({ owner: skuClaim.owner })
    .from(skuClaim)
    .where(and(eq(skuClaim.sku, sku), eq(skuClaim.owner, cardOwner(hash)), ne(skuClaim.orderId, orderId)));
  return found !== undefined;
}

/**
 * Claims the SKU for the card that paid, when an order is credited. Returns whether this order has the claim; if not, the payment is
 * sent back. Of two concurrent orders the second waits for the first to commit. A payment without a fingerprint is limited only by the
 * claims of its account and devices.
 */
export async function takeCardClaim(db: Queries, sku: string, hash: string, orderId: string): Promise<boolean> {
  if (hash === '') return true;
  await takeClaims(db, sku, [cardOwner(hash)], orderId);
  return !(await isCardClaimed(db, sku, hash, orderId));
}

/** Deletes the claims of an order that failed or expired, so that the SKU can be bought again. */
export async function giveClaimsBack(db: Queries, orderId: string): Promise<void> {
  await db.delete(skuClaim).where(eq(skuClaim.orderId, orderId));
}

/** Whether the first-purchase pack is offered: none of the owners has a claim, and neither the account nor a device has a paid order. */
export async function isFirstFree(db: Queries, sku: string, uid: number, owners: readonly string[]): Promise<boolean> {
  const claimed = await db
    .select({ owner: skuClaim.owner })
    .from(skuClaim)
    .where(and(eq(skuClaim.sku, sku), inArray(skuClaim.owner, [...owners])))
    .limit(1);
  return claimed.length === 0 && !(await hasPaid(db, uid, owners));
}

/** Whether the account or one of the owners' devices has a paid order, even one that was refunded. */
export async function hasPaid(db: Queries, uid: number, owners: readonly string[]): Promise<boolean> {
  const devices = owners.flatMap((owner) => (owner.startsWith('device:') ? [owner.slice('device:'.length)] : []));
  const paid = await db
    .select({ one: sql`1` })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.state, 'paid'), or(eq(paymentOrder.uid, uid), inArray(paymentOrder.device, devices))))
    .limit(1);
  return paid.length > 0;
}
