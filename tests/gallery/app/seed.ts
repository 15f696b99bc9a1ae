import { app, chat, notice } from '../../../worker/db/open.ts';
import type { Rows } from './gallery.ts';

type Put<T> = { readonly name: string; clear(): PromiseLike<void>; bulkPut(rows: readonly T[]): PromiseLike<unknown> };

/** Last content of each table, as JSON. Nothing else writes to the tables, so an unchanged table is left alone. */
const held = new Map<string, string>();

async function fill<T>(table: Put<T>, rows: readonly T[] = []): Promise<void> {
  const text = JSON.stringify(rows);
  if (held.get(table.name) === text) return;
  held.delete(table.name);
  await table.clear();
  if (rows.length > 0) await table.bulkPut(rows);
  held.set(table.name, text);
}

/** Replaces the contents of the databases with these rows. */
export async function seed(rows: Rows): Promise<void> {
  await chat.transaction('rw', chat.tables, async () => {
    await fill(chat.users);
    await fill(chat.outbox, rows.outbox);
    await fill(chat.sync);
    await fill(chat.threads, rows.threads);
    await fill(chat.messages, rows.messages);
    await fill(chat.videocalls, rows.videocalls);
  });
  await notice.transaction('rw', notice.tables, () =>
    Promise.all([fill(notice.onlineUsers, rows.onlineUsers), fill(notice.notices, rows.notices)]),
  );
  await app.transaction('rw', app.tables, async () => {
    await fill(app.skipped);
    await fill(app.apiQueue, rows.apiQueue);
    await fill(app.state, rows.state);
    await fill(app.people, rows.people);
    await fill(app.lists, rows.lists);
    await fill(app.cards, rows.cards);
    await fill(app.relations, rows.relations);
    await fill(app.uploads, rows.uploads);
    await fill(app.drafts, rows.drafts);
    await fill(app.shares, rows.shares);
    await fill(app.callSignals, rows.callSignals);
    await fill(app.gifts, rows.gifts);
    await fill(app.walls, rows.walls);
    await fill(app.orders, rows.orders);
    await fill(app.records, rows.records);
  });
}
