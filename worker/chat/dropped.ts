import type { AppDb } from '../db/schema.ts';

/** Counts dropped stanzas (untrusted or unreadable) by reason. Never stores their content. */
export async function countDropped(app: AppDb, reasons: readonly string[]): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await app.state.get('dropped');
    const counts = { ...(row?.key === 'dropped' ? row.counts : {}) };
    for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
    await app.state.put({ key: 'dropped', counts });
  });
}
