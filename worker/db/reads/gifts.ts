import { GIFT_SHARE_PERCENT } from '#contract/gifts/rules.ts';
import { anchorShareOf } from '#contract/wallet/shares.ts';
import type { GiftRow, WallRow } from '../gift-rows.ts';
import { app, chat } from '../open.ts';
import { messagesInOrder } from './messages-in-order.ts';

/** Returns the gifts of the catalogue that can be given, in the order of tab and priority. */
export async function readGifts(): Promise<GiftRow[]> {
  const gifts = await app.gifts.filter(({ isActive }) => isActive).toArray();
  return gifts.sort((a, b) => a.tabId - b.tabId || a.priority - b.priority);
}

/**
 * Returns the gems of the gifts in a conversation in a period (server clock, Unix ms), such as that of a call: what the user paid for those
 * they gave, and their share of those they received.
 */
export async function readGiftGems(tid: string, from: number, to: number): Promise<number> {
  const rows = await messagesInOrder(chat, tid, { from: [from, 0], to: [to, Number.MAX_SAFE_INTEGER] }).toArray();
  return rows.reduce((sum, { payload, out }) => {
    if (payload?.kind !== 'gift') return sum;
    const price = payload.gemsPrice * payload.count;
    return sum + (out ? price : anchorShareOf(price, GIFT_SHARE_PERCENT));
  }, 0);
}

/** Returns the gifts that a user received, as far as this device knows. */
export const readGiftWall = (uid: number): Promise<WallRow | undefined> => app.walls.get(uid);
