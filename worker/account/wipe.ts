import type { ApiQueueRow, AppDb, ChatDb, NoticeDb } from '../db/schema.ts';

type Databases = { readonly chat: ChatDb; readonly app: AppDb; readonly notice: NoticeDb };

/** The shell belongs to nobody: it must go on working offline after a sign-out. */
const SHELL_CACHE = 'precache';

/**
 * Removes everything of the user from this device (threats.md, logout). The tables are emptied, not the databases
 * deleted: every tab's live queries stay connected, see nothing, and show the login. What identifies the device stays, and
 * `farewell`: the call that revokes the token, once the server can be reached.
 */
export async function wipe(ports: Databases, farewell?: ApiQueueRow): Promise<void> {
  const { chat, app, notice } = ports;
  await chat.transaction('rw', chat.tables, () => Promise.all(chat.tables.map((table) => table.clear())));
  await notice.onlineUsers.clear();
  await app.transaction('rw', app.tables, async () => {
    const own = app.tables.filter(({ name }) => name !== 'state');
    await Promise.all(own.map((table) => table.clear()));
    await app.state.bulkDelete([
      ...(['session', 'owner', 'site', 'account', 'profile', 'settings', 'counts', 'dropped'] as const),
      ...(['call', 'match', 'callback', 'wish', 'allowances'] as const),
    ]);
    if (farewell) await app.apiQueue.add(farewell);
  });
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.includes(SHELL_CACHE)).map((name) => caches.delete(name)));
}
