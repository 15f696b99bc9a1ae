import { SHARE_KEPT_MS } from '#contract/chat/rules.ts';
import { app } from '../open.ts';
import type { ShareRow } from '../schema.ts';

const isKept = (row: ShareRow | undefined, now: number) => row !== undefined && row.at > now - SHARE_KEPT_MS;

/** Returns shared content; null when there is none or it has expired. */
export async function readShare(id: string, now: number): Promise<ShareRow | null> {
  const row = await app.shares.get(id);
  return row && isKept(row, now) ? row : null;
}

/** Returns the newest shared content without a chosen conversation; null when there is none. */
export async function readWaitingShare(now: number): Promise<ShareRow | null> {
  const row = await app.shares.orderBy('at').last();
  return row && isKept(row, now) ? row : null;
}
