import { SHARE_KEPT_MS } from '#contract/chat/rules.ts';
import { app } from '../open.ts';
import type { ShareRow } from '../schema.ts';

const isKept = (row: ShareRow | undefined, now: number) => row !== undefined && row.at > now - SHARE_KEPT_MS;

/** Returns content that another app shared to this one; null when there is none with this id or it has expired at `now`. */
export async function readShare(id: string, now: number): Promise<ShareRow | null> {
  const row = await app.shares.get(id);
  return row && isKept(row, now) ? row : null;
}

/**
 * Returns the newest content that another app shared and that was neither put into a conversation nor discarded; null when there is none or
 * it has expired at `now`.
 */
export async function readWaitingShare(now: number): Promise<ShareRow | null> {
  const row = await app.shares.orderBy('at').last();
  return row && isKept(row, now) ? row : null;
}
