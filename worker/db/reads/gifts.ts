import type { GiftRow, WallRow } from '../gift-rows.ts';
import { app, chat } from '../open.ts';
import { messagesInOrder } from './messages-in-order.ts';

/** Returns the gifts that can be given, by tab and position. */
export async function readGifts(): Promise<GiftRow[]> {
  const gifts = await app.gifts.filter(({ isActive }) => isActive).toArray();
  return gifts.sort((a, b) => a.tabId - b.tabId || a.priority - b.priority);
}

/**
 * Returns the total price in gems of the gifts in a conversation, of either side, in a period (server clock, Unix ms), such as that of a
 * call.
 */
export async function readGiftGems(tid: string, from: number, to: number): Promise<number> {
  const rows = await messagesInOrder(chat, tid, { from: [from, 0], to: [to, Number.MAX_SAFE_INTEGER] }).toArray();
  return rows.reduce((sum, { payload }) => sum + (payload?.kind === 'gift' ? payload.gemsPrice * payload.count : 0), 0);
}

/** Returns the gifts that a user received, as far as this device knows. */
export const readGiftWall = (uid: number): Promise<WallRow | undefined> => app.walls.get(uid);
