import { expect, test, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import { createChat } from '../../../../worker/chat/chat.ts';
import { outgoingRow, writeOutgoing } from '../../../../worker/db/writes/outgoing.ts';
import { releaseWaiting } from '../../../../worker/db/writes/waiting.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { freshApp, freshChat, freshNotice, session, withoutIds } from '../support/databases.ts';
import { serverOf } from '../support/people.ts';
import { fakeClock, fakeTabs, idsFrom, runUpkeep } from '../support/ports.ts';
import { NOW } from '../support/receiving.ts';
import { HOST } from '../support/stanzas.ts';

const CLIENT = { os: 'android', pkgName: 'app' } as const;

/** A user whose first message waits for the upload 'file', and whose second one was typed a minute later. */
async function waiting() {
  const app = freshApp();
  const chat = freshChat();
  await app.state.put(session);
  const { clock, pass } = fakeClock();
  const { tabs } = fakeTabs('tab');
  const part = createChat({
    app,
    chat,
    notice: freshNotice(),
    clock,
    tabs,
    client: CLIENT,
    epoch: createEpoch(),
    guard: { isCurrent: async () => true },
    newId: idsFrom('own'),
    api: serverOf({}).api,
  });
  await part.commands.openThread(9001, 'Maya');
  const mid = 'u_100001/file';
  await writeOutgoing(
    chat,
    { tid: 'u_9001', mid, stanzaId: 'file', waitsFor: 'file' },
    () => true,
    (thread) =>
      outgoingRow(session, CLIENT, thread, mid, clock.now(), {
        kind: 'text',
        body: 'with a file',
      }),
  );
  pass(MINUTE_MS);
  await part.commands.sendText('u_9001', 'typed later', 'later');
  pass(MINUTE_MS);
  const order = async () =>
    (await chat.messages.orderBy('[tid+stamp+archiveId]').toArray()).map((message) => message.mid);
  return { app, chat, part, clock, order, mid };
}

test('a message waits for its upload, later ones overtake it, and its date is the time of completion', async () => {
  const { app, chat, part, order, mid } = await waiting();
  expect(await order()).toEqual([mid, 'u_100001/later']);
  expect((await chat.outbox.toArray()).map(({ waitsFor }) => waitsFor)).toEqual(['file', undefined]);

  const released: (Promise<void> | undefined)[] = [];
  const uploader = createUploader({
    app,
    session: async () => session,
    uploadUrl: '/upload',
    now: Date.now,
    send: async () => ok({ url: '/media/0', thumbUrl: '' }),
    onArrived() {
      released.push(part.onUploadArrived?.());
    },
    renewPass: () => {},
    onTokenRefused: async () => {},
  });
  const owned: string[] = [];
  uploader.register({ album: { keep: async ({ url }) => void owned.push(url), onKept: () => owned.push('kept') } });
  await uploader.commands.upload('file', 'album', new Blob(['a picture'], { type: 'image/webp' }));
  await vi.waitUntil(() => released.length > 0, { timeout: 10_000 });
  await released[0];

  expect(owned).toEqual(['/media/0', 'kept']);
  expect(await order()).toEqual(['u_100001/later', mid]);
  expect((await chat.messages.where('mid').equals(mid).first())?.date).toBe(NOW + 2 * MINUTE_MS);
  expect((await chat.threads.get(9001))?.lastMid).toBe(mid);
  // The message is also at the end of the outbox, so the peer receives both in the order shown here.
  expect(withoutIds(await chat.outbox.toArray())).toEqual([
    { kind: 'message', about: 'u_100001/later', tid: 'u_9001', stanzaId: 'later', to: HOST },
    { kind: 'message', about: mid, tid: 'u_9001', stanzaId: 'file', to: HOST },
  ]);
  await part.onStepDown?.('drop');
});

test('a core that died between the arrival and the release leaves the message to the next one, once', async () => {
  const { app, chat, part, clock, mid } = await waiting();
  const row = {
    id: 'file',
    purpose: 'album' as const,
    name: '',
    file: undefined,
    url: '/media/0',
    thumbUrl: '',
    error: '' as const,
    sentBytes: 1,
    totalBytes: 1,
    queuedAt: 1,
  } as const;
  await app.uploads.put({ ...row, state: 'sending' });
  await part.onUploadArrived?.();
  expect(await chat.outbox.filter(({ waitsFor }) => waitsFor !== undefined).count()).toBe(1);
  await app.uploads.put({ ...row, state: 'done' });
  await runUpkeep(part);
  expect((await chat.outbox.toArray()).map(({ about, waitsFor }) => [about, waitsFor])).toEqual([
    ['u_100001/later', undefined],
    [mid, undefined],
  ]);
  expect(await releaseWaiting(chat, 'file', clock.now())).toBe(false);
  await part.onStepDown?.('drop');
});

test('a core that died between a message and its draft leaves the draft to the next one', async () => {
  const { app, part, mid } = await waiting();
  await app.drafts.bulkPut([
    { tid: 'u_9001', text: 'with a file', sentAs: mid },
    { tid: 'u_9002', text: 'never stored', sentAs: 'u_100001/none' },
    { tid: 'u_9003', text: 'half' },
  ]);
  await runUpkeep(part);
  expect((await app.drafts.toArray()).map(({ text }) => text)).toEqual(['never stored', 'half']);
  await part.onStepDown?.('drop');
});
