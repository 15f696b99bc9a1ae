import type { GiftRow, WallRow } from '../gift-rows.ts';
import { app } from '../open.ts';

/** Returns the gifts that can be given, by tab and position. */
export async function readGifts(): Promise<GiftRow[]> {
  const gifts = await app.gifts.filter(({ isActive }) => isActive).toArray();
  return gifts.sort((a, b) => a.tabId - b.tabId || a.priority - b.priority);
}

/** Returns the gifts that a user received, as far as this device knows. */
export const readGiftWall = (uid: number): Promise<WallRow | undefined> => app.walls.get(uid);
