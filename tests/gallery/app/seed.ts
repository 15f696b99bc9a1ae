import { app, chat, notice } from '../../../worker/db/open.ts';
import type { Rows } from './gallery.ts';

type Put<T> = { clear(): PromiseLike<void>; bulkPut(rows: readonly T[]): PromiseLike<unknown> };

async function fill<T>(table: Put<T>, rows: readonly T[] | undefined): Promise<void> {
  await table.clear();
  if (rows && rows.length > 0) await table.bulkPut(rows);
}

/** Makes the databases hold these rows and no others. */
export async function seed(rows: Rows): Promise<void> {
  await chat.transaction('rw', chat.tables, async () => {
    for (const table of [chat.users, chat.outbox, chat.sync]) await table.clear();
    await fill(chat.threads, rows.threads);
    await fill(chat.messages, rows.messages);
    await fill(chat.videocalls, rows.videocalls);
  });
  await notice.transaction('rw', notice.tables, () => fill(notice.onlineUsers, rows.onlineUsers));
  await app.transaction('rw', app.tables, async () => {
    for (const table of [app.skipped, app.apiQueue]) await table.clear();
    await fill(app.state, rows.state);
    await fill(app.people, rows.people);
    await fill(app.lists, rows.lists);
    await fill(app.cards, rows.cards);
    await fill(app.relations, rows.relations);
    await fill(app.uploads, rows.uploads);
    await fill(app.drafts, rows.drafts);
    await fill(app.callSignals, rows.callSignals);
    await fill(app.gifts, rows.gifts);
    await fill(app.walls, rows.walls);
  });
}
