import { SHARE_KEPT_MS } from '#contract/chat/rules.ts';
import { app } from '../open.ts';
import type { ShareRow } from '../schema.ts';

const isKept = (row: ShareRow | undefined, now: number) => row !== undefined && row.at > now - SHARE_KEPT_MS;

/** What another app shared, while it is kept here; null when it is not. */
export async function readShare(id: string, now: number): Promise<ShareRow | null> {
  const row = await app.shares.get(id);
  return row && isKept(row, now) ? row : null;
}

/** The newest share that waits for somebody's choice; null when none does. */
export async function readWaitingShare(now: number): Promise<ShareRow | null> {
  const row = await app.shares.orderBy('at').last();
  return row && isKept(row, now) ? row : null;
}
