import type { AppDb } from '../db/schema.ts';

/** Counts what was not believed or not understood, by reason. Never its content. */
export async function countDropped(app: AppDb, reasons: readonly string[]): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await app.state.get('dropped');
    const counts = { ...(row?.key === 'dropped' ? row.counts : {}) };
    for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
    await app.state.put({ key: 'dropped', counts });
  });
}
