import { describe, expect, test, vi } from 'vitest';
import type { MediaKind } from '#contract/media/media.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { lockIdOf } from '../../../../server/domains/media/message-media.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import type { Uploaded } from '../../../../worker/base/upload-owner.ts';
import { createChat } from '../../../../worker/chat/chat.ts';
import { createMediaSending } from '../../../../worker/chat/send-media.ts';
import { stanzaOfRow } from '../../../../worker/chat/settle.ts';
import type { AppDb, ChatDb, SessionRow } from '../../../../worker/db/schema.ts';
import { createUploader } from '../../../../worker/media/uploader.ts';
import { breakTable, freshApp, freshChat, freshNotice, session } from '../support/databases.ts';
import { serverOf } from '../support/people.ts';
import { fakeClock, fakeTabs, idsFrom, runUpkeep } from '../support/ports.ts';

const CLIENT = { os: 'android', pkgName: 'app' } as const;
const STANZA = 'album';
const MID = `u_100001/${STANZA}`;
const host: SessionRow = { ...session, role: 3 };

const hex = (digit: string) => digit.repeat(32);
const arrived = (digit: string, kind: MediaKind = 'picture'): Uploaded => ({
  url: `/media/p/${hex(digit)}`,
  thumbUrl: '',
  facts: { id: hex(digit), kind, width: 800, height: 600, blur: '', ...(kind === 'picture' ? {} : { ms: 4_000 }) },
});
const file = (words: string, type = 'image/webp') => new Blob([words], { type });
const item = (uploadId: string, type?: string) => ({
  uploadId,
  file: file(uploadId, type),
  w: 400,
  h: 300,
  ms: 0,
  wave: '',
});
const album = (...ids: string[]) => ({
  kind: 'image' as const,
  items: ids.map((id) => item(id)),
  body: 'look',
  price: 0,
  gift: '',
});

type Answer = (name: string) => Promise<Result<Uploaded>>;
type Device = { readonly app: AppDb; readonly chat: ChatDb };

/** A core over the databases of a device; a second one over the same databases is the core after a crash. */
async function coreOn({ app, chat }: Device, answer: Answer, own: SessionRow = session) {
  await app.state.put(own);
  const { clock, pass } = fakeClock();
  const { tabs } = fakeTabs('tab');
  const common = { app, chat, notice: freshNotice(), clock, tabs, client: CLIENT, epoch: createEpoch() };
  const talk = createChat({
    ...common,
    guard: { isCurrent: async () => true },
    newId: idsFrom('own'),
    api: serverOf({}).api,
  });
  const sent: string[] = [];
  const uploads = createUploader({
    app,
    session: async () => own,
    uploadUrl: '/upload',
    now: Date.now,
    async send({ file: blob }) {
      const words = await blob.text();
      sent.push(words);
      return answer(words);
    },
    onArrived() {},
    renewPass() {},
    onTokenRefused: async () => {},
  });
  let kicks = 0;
  const media = createMediaSending({
    ...common,
    session: async () => own,
    kickUploads: uploads.kick,
    kick: () => {
      kicks += 1;
    },
    retryUpload: async (id) => (await uploads.commands.retryUpload(id)).ok,
    dropUpload: async (id) => void (await uploads.commands.dropUpload(id)),
  });
  uploads.register(media.uploads ?? {});
  await talk.commands.openThread(9001, 'Maya');
  const message = () => chat.messages.where('mid').equals(MID).first();
  const waits = async () => (await chat.outbox.toArray()).map(({ waitsFor }) => waitsFor);
  const end = async () => {
    await talk.onStepDown?.('drop');
    await uploads.onStepDown?.('drop');
  };
  const isReady = () => vi.waitUntil(async () => (await waits())[0] === undefined, { timeout: 10_000 });
  return { ...media, talk, uploads, message, waits, isReady, sent, end, pass, kicks: () => kicks };
}

const device = (): Device => ({ app: freshApp(), chat: freshChat() });
/** A server that never answers. */
const silent: Answer = () => new Promise(() => {});
const digitOf: Record<string, string> = { a: 'a', b: 'b', c: 'c' };
const taking: Answer = async (name) => ok(arrived(digitOf[name] ?? 'f'));

test('an album is shown at once, and is sent with the picture data of the host when all pictures have arrived', async () => {
  const own = device();
  let letThrough: (result: Result<Uploaded>) => void = () => {};
  const core = await coreOn(own, (name) =>
    name === 'b' ? new Promise((resolve) => (letThrough = resolve)) : taking(name),
  );
  expect(await core.commands.sendMedia('u_9001', album('a', 'b'), STANZA)).toEqual(ok({ mid: MID }));
  expect(await core.message()).toMatchObject({
    state: 'sending',
    type: 2,
    payload: { body: 'look', items: [{ url: 'upload:a', w: 400 }, { url: 'upload:b' }] },
  });
  await vi.waitUntil(async () => (await own.app.uploads.get('a'))?.state === 'done');
  // The bubble draws the file until it has drawn the one that arrived.
  expect((await own.app.uploads.get('a'))?.file?.size).toBe(1);
  expect(await core.waits()).toEqual([MID]);
  letThrough(ok(arrived('b')));
  await core.isReady();
  const message = await core.message();
  expect(message?.payload).toMatchObject({
    items: [
      { url: `/media/p/${hex('a')}`, thumb: `/media/p/${hex('a')}`, w: 800, h: 600 },
      { url: `/media/p/${hex('b')}` },
    ],
  });
  expect(core.kicks()).toBe(1);
  const [row] = await own.chat.outbox.toArray();
  const stanza = row && (await stanzaOfRow(own.chat, row, session, message));
  expect(String(stanza)).toContain(`id="${hex('a')}"`);
  await core.commands.mediaShown(MID);
  expect(await own.app.uploads.count()).toBe(0);
  await core.end();
});

test('a message with a file that can no longer be read is refused and stores nothing', async () => {
  const own = device();
  const core = await coreOn(own, silent);
  const moved = file('b');
  vi.spyOn(moved, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('moved', 'NotReadableError')),
  } as unknown as Blob);
  const [first, second] = album('a', 'b').items;
  const draft = { ...album(), items: [first, { ...second, file: moved }] } as ReturnType<typeof album>;
  expect(await core.commands.sendMedia('u_9001', draft, STANZA)).toEqual(fail({ code: 'upload-gone' }));
  expect([await own.app.uploads.count(), await core.message()]).toEqual([0, undefined]);
  await core.end();
});

test('two requests under one id give one message with as many files, and a later text overtakes it', async () => {
  const own = device();
  const core = await coreOn(own, silent);
  await Promise.all([
    core.commands.sendMedia('u_9001', album('a'), STANZA),
    core.commands.sendMedia('u_9001', album('a'), STANZA),
  ]);
  expect(await own.app.uploads.count()).toBe(1);
  expect(await core.waits()).toEqual([MID]);
  await core.talk.commands.sendText('u_9001', 'overtakes', 'text');
  expect(await core.waits()).toEqual([MID, undefined]);
  await core.end();
});

describe('a core that died', () => {
  test('a core that died before the message was written leaves files that the next one removes', async () => {
    const own = device();
    const first = await coreOn(own, taking);
    breakTable(own.chat, 'messages');
    await expect(first.commands.sendMedia('u_9001', album('a', 'b'), STANZA)).rejects.toThrow();
    expect((await own.app.uploads.toArray()).map(({ state }) => state)).toEqual(['held', 'held']);
    await first.end();
    const next = await coreOn(own, taking);
    await runUpkeep(next);
    expect(await own.app.uploads.count()).toBe(0);
    expect(next.sent).toEqual([]);
    await next.end();
  });

  test('a core that died with the message written and its files held leaves them to the next one, which sends them once', async () => {
    const own = device();
    const first = await coreOn(own, silent);
    await first.commands.sendMedia('u_9001', album('a', 'b'), STANZA);
    await first.end();
    await own.app.uploads.toCollection().modify({ state: 'held' });
    const next = await coreOn(own, taking);
    await runUpkeep(next);
    await next.isReady();
    expect(next.sent.toSorted()).toEqual(['a', 'b']);
    expect(await own.chat.messages.count()).toBe(1);
    await next.end();
  });

  test('a core that died between the last upload and the message leaves a complete batch, which the next one sends', async () => {
    const own = device();
    const first = await coreOn(own, silent);
    await first.commands.sendMedia('u_9001', album('a'), STANZA);
    await first.end();
    await own.app.uploads.update('a', { state: 'done', ...arrived('a') });
    const next = await coreOn(own, silent);
    await runUpkeep(next);
    expect(await next.waits()).toEqual([undefined]);
    expect((await next.message())?.payload).toMatchObject({ items: [{ url: `/media/p/${hex('a')}` }] });
    // A second release adds no row to the outbox.
    await runUpkeep(next);
    expect(await own.chat.outbox.count()).toBe(1);
    await next.end();
  });

  test('a core that died between taking a message back and deleting its files leaves files that the next one removes', async () => {
    const own = device();
    const first = await coreOn(own, silent);
    await first.commands.sendMedia('u_9001', album('a'), STANZA);
    await first.end();
    await own.chat.messages.clear();
    await own.chat.outbox.clear();
    const next = await coreOn(own, taking);
    await runUpkeep(next);
    expect(await own.app.uploads.count()).toBe(0);
    await next.end();
  });

  test('copies of sent files are removed when they were unused for a day', async () => {
    const own = device();
    const first = await coreOn(own, taking);
    await first.commands.sendMedia('u_9001', album('a'), STANZA);
    await first.isReady();
    await runUpkeep(first);
    expect(await own.app.uploads.count()).toBe(1);
    first.pass(86_400_001);
    await runUpkeep(first);
    expect(await own.app.uploads.count()).toBe(0);
    await first.end();
  });
});

describe('a message with files being uploaded', () => {
  test('a message with files being uploaded is taken back completely: row, outbox row and files', async () => {
    const own = device();
    const core = await coreOn(own, silent);
    await core.commands.sendMedia('u_9001', album('a', 'b'), STANZA);
    expect((await own.chat.threads.get(9001))?.lastMid).toBe(MID);
    expect(await core.commands.cancelMedia(MID)).toEqual(ok(null));
    expect([await own.chat.messages.count(), await own.chat.outbox.count(), await own.app.uploads.count()]).toEqual([
      0, 0, 0,
    ]);
    expect((await own.chat.threads.get(9001))?.lastMid).toBe('');
    await core.end();
  });

  test('a message with files is not taken back when it may have been sent', async () => {
    const own = device();
    const core = await coreOn(own, taking);
    await core.commands.sendMedia('u_9001', album('a'), STANZA);
    await core.isReady();
    expect(await core.commands.cancelMedia(MID)).toEqual(fail({ code: 'not-found' }));
    expect(await own.chat.messages.count()).toBe(1);
    await core.end();
  });

  test('a message keeps the arrived pictures when one is refused, and is sent again, or sent without it', async () => {
    const own = device();
    const refusals: AppError[] = [{ code: 'upload-quota' }, { code: 'upload-refused' }];
    const core = await coreOn(own, async (name) => {
      const refusal = name === 'b' ? refusals.shift() : undefined;
      return refusal ? fail(refusal) : taking(name);
    });
    await core.commands.sendMedia('u_9001', album('a', 'b', 'c'), STANZA);
    const isRefused = (why: string) => vi.waitUntil(async () => (await own.app.uploads.get('b'))?.error === why);
    await isRefused('upload-quota');
    expect(await core.commands.retryItem(MID, 'b')).toEqual(ok(null));
    await isRefused('upload-refused');
    await vi.waitUntil(async () => (await own.app.uploads.get('c'))?.state === 'done');
    expect(await core.waits()).toEqual([MID]);
    expect(await core.commands.dropItem(MID, 'b')).toEqual(ok(null));
    await core.isReady();
    expect((await core.message())?.payload).toMatchObject({
      items: [{ url: `/media/p/${hex('a')}` }, { url: `/media/p/${hex('c')}` }],
    });
    await core.end();
  });

  test('a message with files is deleted with its last picture', async () => {
    const own = device();
    const core = await coreOn(own, async () => fail({ code: 'upload-refused' }));
    await core.commands.sendMedia('u_9001', album('a'), STANZA);
    await vi.waitUntil(async () => (await own.app.uploads.get('a'))?.state === 'error');
    expect(await core.commands.dropItem(MID, 'a')).toEqual(ok(null));
    expect(await own.chat.messages.count()).toBe(0);
    expect(await own.app.uploads.count()).toBe(0);
    await core.end();
  });

  test('a message is not sent with a file whose detected kind differs', async () => {
    const own = device();
    const core = await coreOn(own, async () => ok(arrived('a', 'sound')));
    await core.commands.sendMedia('u_9001', album('a'), STANZA);
    await vi.waitUntil(async () => (await own.app.uploads.get('a'))?.error === 'upload-type');
    expect(await core.waits()).toEqual([MID]);
    await core.end();
  });
});

test('only hosts set prices, for pictures and clips, within the limits', async () => {
  const own = device();
  const core = await coreOn(own, silent);
  const priced = { ...album('a'), price: 30 };
  expect(await core.commands.sendMedia('u_9001', priced, STANZA)).toEqual(fail({ code: 'forbidden' }));
  await core.end();
  const other = device();
  const theirs = await coreOn(other, silent, host);
  const refused = fail({ code: 'bad-request', detail: 'price' });
  const voice = { ...album(), kind: 'audio' as const, items: [item('v', 'audio/mp4')], price: 30 };
  expect(await theirs.commands.sendMedia('u_9001', voice, 'v')).toEqual(refused);
  expect(await theirs.commands.sendMedia('u_9001', { ...priced, price: 9 }, STANZA)).toEqual(refused);
  expect(await theirs.commands.sendMedia('u_9001', priced, STANZA)).toMatchObject(ok({ mid: MID }));
  const lockId = lockIdOf({ from: host.uid, to: 9001, mid: STANZA });
  expect((await theirs.message())?.payload).toMatchObject({ payNeed: true, payPrice: 30, lockId });
  await theirs.end();
});

test('a voice is drawn with its local wave, then with that of the host', async () => {
  const own = device();
  const wave = '7'.repeat(48);
  const core = await coreOn(own, async () => {
    const { facts, ...rest } = arrived('a', 'sound');
    return ok({ ...rest, ...(facts && { facts: { ...facts, wave: '3'.repeat(48), width: 0, height: 0 } }) });
  });
  const voice = { kind: 'audio' as const, items: [{ ...item('v', 'audio/mp4'), ms: 3_900, wave }] };
  await core.commands.sendMedia('u_9001', { ...voice, body: '', price: 0, gift: '' }, STANZA);
  await core.isReady();
  expect((await core.message())?.payload).toEqual({
    kind: 'audio',
    url: `/media/p/${hex('a')}`,
    ms: 4_000,
    wave: '3'.repeat(48),
    played: true,
  });
  await core.end();
});

describe('an unsent recording', () => {
  const wave = '7'.repeat(48);
  const recording = (id: string) => ({ ...item(id, 'audio/mp4'), ms: 3_900, wave });
  const asVoice = (id: string) => ({
    kind: 'audio' as const,
    items: [recording(id)],
    body: '',
    price: 0,
    gift: '',
  });

  test('an unsent recording outlives the core that stored it, is not sent automatically, and is replaced by a newer one', async () => {
    const own = device();
    const first = await coreOn(own, taking);
    await first.commands.keepVoice('u_9001', recording('one'));
    await first.commands.keepVoice('u_9002', recording('other'));
    await first.commands.keepVoice('u_9001', recording('two'));
    await first.end();
    const second = await coreOn(own, taking);
    await runUpkeep(second);
    await second.uploads.onSignedIn?.(session);
    expect(second.sent).toEqual([]);
    const kept = await own.app.uploads.orderBy('id').toArray();
    expect(kept.map(({ id, batch, state }) => [id, batch, state])).toEqual([
      ['other', 'draft:u_9002', 'held'],
      ['two', 'draft:u_9001', 'held'],
    ]);
    expect(kept[1]?.facts).toMatchObject({ ms: 3_900, wave });
    await second.end();
  });

  test.each([
    ['the core died before its message was written', true],
    ['its message could not be written', false],
  ])('a recording becomes unsent again when %s', async (_why, died) => {
    const own = device();
    const first = await coreOn(own, taking);
    await first.commands.keepVoice('u_9001', recording('one'));
    breakTable(own.chat, 'messages');
    await expect(first.commands.sendMedia('u_9001', asVoice('one'), 'one')).rejects.toThrow();
    if (died) await own.app.uploads.update('one', { batch: 'u_100001/one' });
    await first.end();
    const next = await coreOn(own, taking);
    if (died) await runUpkeep(next);
    expect(await own.app.uploads.toArray()).toMatchObject([
      { id: 'one', batch: 'draft:u_9001', state: 'held', facts: { ms: 3_900, wave } },
    ]);
    await next.end();
  });

  test('an unsent recording is sent under its id, once, and is no draft after that, even when it is stored as one', async () => {
    const own = device();
    const core = await coreOn(own, async () => ok(arrived('a', 'sound')));
    await core.commands.keepVoice('u_9001', recording('one'));
    await core.commands.sendMedia('u_9001', asVoice('one'), STANZA);
    await core.isReady();
    expect(core.sent).toEqual(['one']);
    expect(await core.commands.keepVoice('u_9001', recording('one'))).toEqual(ok(null));
    expect((await own.app.uploads.toArray()).map(({ id, batch }) => [id, batch])).toEqual([['one', MID]]);
    await core.end();
  });
});
