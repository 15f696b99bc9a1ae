import type { Page } from 'playwright';
import type { MessageRow, ThreadRow } from '../../../worker/db/schema.ts';

export type Conversation = { readonly peer: number; readonly messages: number };

/** The mid of the newest message that `seed` created with a peer. */
export const newestSeeded = ({ peer, messages }: Conversation) => `u_${peer}/seed-${messages - 1}`;

/** Fills the chat database of the signed-in user with conversations. */
export async function seed(page: Page, conversations: readonly Conversation[]): Promise<void> {
  await page.evaluate(fill, conversations);
}

/** Runs in the page, so it may use nothing from outside. */
async function fill(conversations: readonly Conversation[]): Promise<void> {
  const ROWS_AT_ONCE = 5_000;
  const APART_MS = 20_000;
  const WORDS = 'so how was your day did you see the moon last night it made me think of our walk by the river'.split(
    ' ',
  );
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const app = await done(indexedDB.open('app'));
  const session: { uid: number; jid: string; services: { domain: string } } = await done(
    app.transaction('state').objectStore('state').get('session'),
  );
  app.close();
  const chat = await done(indexedDB.open('chat'));
  const own = `u_${session.uid}`;
  const now = Date.now();

  const write = (store: string, rows: readonly unknown[]) =>
    new Promise<void>((resolve, reject) => {
      const transaction = chat.transaction(store, 'readwrite');
      for (const row of rows) transaction.objectStore(store).put(row);
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  const bodyOf = (n: number) =>
    Array.from({ length: 2 + ((n * 7) % 23) }, (_, at) => WORDS[(n + at * 3) % WORDS.length]).join(' ');

  for (const [place, { peer, messages }] of conversations.entries()) {
    const jid = `u_${peer}@${session.services.domain}`;
    const dateOf = (n: number) => now - place * 60_000 - (messages - n) * APART_MS;
    const rowOf = (n: number): MessageRow => {
      // The newest is the peer's, so that the conversation has a known last bubble.
      const out = (messages - 1 - n) % 3 === 1;
      return {
        mid: out ? `${own}/seed-${peer}-${n}` : `u_${peer}/seed-${n}`,
        tid: `u_${peer}`,
        date: dateOf(n),
        stamp: dateOf(n),
        archiveId: 0,
        from: out ? session.jid : `${jid}/web`,
        to: out ? jid : session.jid,
        nickName: out ? 'Me' : `Peer ${peer}`,
        os: 'web',
        pkgName: 'bench',
        read: true,
        sensitiveInfo: 0,
        state: 'success',
        refusal: '',
        reached: out ? 'seen' : 'none',
        type: 0,
        version: 1,
        payload: { kind: 'text', body: bodyOf(n) },
        raw: '',
        textAction: '',
        out,
      };
    };
    for (let from = 0; from < messages; from += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, messages - from);
      await write(
        'messages',
        Array.from({ length: count }, (_, at) => rowOf(from + at)),
      );
    }
    const last = rowOf(messages - 1);
    const thread: ThreadRow = {
      id: peer,
      tid: `u_${peer}`,
      mainJid: session.jid,
      linkedJid: jid,
      linkedUser: { jid, uid: peer, nickName: `Peer ${peer}` },
      unread: 0,
      lastDate: last.date,
      lastPlace: [last.stamp, last.archiveId],
      lastFacts: { kind: 'text', body: bodyOf(messages - 1) },
      lastMid: last.mid,
      lastOut: last.out,
      lastState: 'success',
      lastIncoming: last.date,
      dividerMid: '',
    };
    await write('threads', [thread]);
    await write('users', [{ uid: peer, jid, nickName: `Peer ${peer}`, avatarUrl: '' }]);
  }
  chat.close();
}
