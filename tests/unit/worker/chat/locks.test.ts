import { expect, test } from 'vitest';
import type { Payload } from '#contract/chat/payload.ts';
import type { AppError } from '#contract/result.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import { createLockCommands } from '../../../../worker/chat/locks.ts';
import type { MessageRow } from '../../../../worker/db/schema.ts';
import { PAYLOADS, picture } from '../../../harness/payload-samples.ts';
import { signedIn } from '../support/commands.ts';
import { session } from '../support/databases.ts';
import { serverOf } from '../support/people.ts';

const LOCK = 'lock-5jdHi6B-myT-0001';
const [, , album] = PAYLOADS.image;
const [, clip] = PAYLOADS.short_video;
const [behind] = PAYLOADS.image_with_gift;
const MID = 'u_9001/a';
const open = { lockId: LOCK, state: 'opened', items: [picture] };
const film = { ...open, items: [{ ...picture, w: 480, h: 640, ms: 14_000 }] };

/** A user who received a locked message, or sent one from another device, and a server with these responses. */
async function setUp(
  payload: Payload | undefined,
  answers: { unlockMessage?: object | AppError; unlockedMedia?: object | AppError; online?: boolean } = {},
) {
  const { db, app, type } = await signedIn();
  await type('hello');
  const [first] = await db.messages.toArray();
  await db.messages.put({ ...(first as MessageRow), id: 50, mid: MID, out: false, payload });
  await app.state.put({ key: 'account', gemsBalance: 100, paid: true, silverBalance: 0, silverSpent: 0 });
  await app.state.put(session);
  const { online = true } = answers;
  await app.state.put({ key: 'connection', state: 'connected', since: 0, online, nextTryAt: 0 });
  const account = { gemsBalance: 55, paid: true, silverBalance: 0, silverSpent: 0 };
  const epoch = createEpoch();
  const { api, asked } = serverOf({
    unlockMessage: () => answers.unlockMessage ?? { code: 'timeout' },
    unlockedMedia: () => answers.unlockedMedia ?? { locks: [] },
    account: () => account,
  });
  const commands = createLockCommands({ chat: db, app, api, epoch, session: async () => session });
  const row = () => db.messages.where('mid').equals(MID).first();
  const gems = async () => {
    const state = await app.state.get('account');
    return state?.key === 'account' ? state.gemsBalance : undefined;
  };
  return { commands, asked, row, gems, epoch };
}

test.each<[string, Payload | undefined, object, object]>([
  ['an album', album, open, { items: [picture], payNeed: true, payPrice: 30, lockId: LOCK }],
  ['a picture behind a gift', behind, open, { items: [picture], giftId: 'rose' }],
  ['a clip', clip, film, { url: picture.url, thumbUrl: picture.url, ms: 14_000, payNeed: true }],
])('%s has its addresses and its unchanged price when it is opened', async (_what, payload, told, shown) => {
  const { commands, row } = await setUp(payload, { unlockedMedia: { locks: [told] } });
  expect(await commands.refreshLocks([MID, 'u_9001/unknown'])).toEqual({ ok: true, value: null });
  expect(await row()).toMatchObject({ lock: 'opened', payload: shown });
});

test('a paid message opens at once under its lock id, and the balance is the server’s', async () => {
  const { commands, row, gems, asked } = await setUp(album, { unlockMessage: { items: [picture], gemsBalance: 70 } });
  expect(await commands.unlock(MID, 30)).toEqual({ ok: true, value: { gemsBalance: 70 } });
  expect(asked).toEqual([['unlockMessage', { lockId: LOCK, price: 30 }]]);
  expect([await gems(), (await row())?.payload]).toMatchObject([70, { items: [picture] }]);
});

test('a message stays locked when the gems are too few, and the balance is the server’s', async () => {
  const error = { code: 'gems-insufficient', need: 18, balance: 12 } as const;
  const { commands, row, gems } = await setUp(album, { unlockMessage: error });
  expect(await commands.unlock(MID, 30)).toEqual({ ok: false, error });
  expect([await gems(), (await row())?.lock, (await row())?.payload]).toEqual([12, undefined, album]);
});

test('a changed price opens nothing, and the refusal carries the new price', async () => {
  const error = { code: 'price-changed', price: 40 } as const;
  const { commands, row, gems, asked } = await setUp(album, { unlockMessage: error });
  expect(await commands.unlock(MID, 30)).toEqual({ ok: false, error });
  expect([asked.length, await gems(), (await row())?.payload]).toEqual([1, 100, album]);
});

test('a deleted file is marked as gone, and has no address', async () => {
  const { commands, row, gems } = await setUp(album, { unlockMessage: { code: 'gone' } });
  expect(await commands.unlock(MID, 30)).toMatchObject({ ok: false, error: { code: 'gone' } });
  expect([await gems(), (await row())?.lock]).toEqual([100, 'void']);
});

test('an unlock with a lost response is queried, and counts as a success when opened', async () => {
  const lost = await setUp(album, { unlockedMedia: { locks: [open] } });
  expect(await lost.commands.unlock(MID, 30)).toEqual({ ok: true, value: { gemsBalance: 55 } });
  expect(lost.asked.map(([name]) => name)).toEqual(['unlockMessage', 'unlockedMedia', 'account']);
  expect((await lost.row())?.lock).toBe('opened');
  const closed = await setUp(album, { unlockedMedia: { locks: [{ ...open, state: 'locked', items: [] }] } });
  expect(await closed.commands.unlock(MID, 30)).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('no unlock is sent without a network', async () => {
  const { commands, asked } = await setUp(album, { online: false });
  expect(await commands.unlock(MID, 30)).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(asked).toEqual([]);
});

test('a paid file that is gone loses its addresses, and a refund is requested', async () => {
  const paid = { ...album, items: [picture] } as Payload;
  const { commands, row, gems } = await setUp(paid, {
    unlockedMedia: { locks: [{ ...open, state: 'void', items: [] }] },
  });
  expect(await commands.mediaGone(MID)).toEqual({ ok: true, value: null });
  expect([(await row())?.lock, await gems()]).toEqual(['void', 55]);
  expect((await row())?.payload).toMatchObject({ items: [{ url: '', thumb: '', w: picture.w }] });
});

test('a message without a lock, or with another lock than requested, is unchanged', async () => {
  const plain = await setUp(PAYLOADS.image[0], { unlockedMedia: { locks: [open] } });
  await plain.commands.refreshLocks([MID]);
  await plain.commands.mediaGone(MID);
  expect(plain.asked).toEqual([]);
  expect(await plain.commands.unlock(MID, 30)).toMatchObject({ ok: false, error: { code: 'not-found' } });
  const other = await setUp(album, { unlockedMedia: { locks: [{ ...open, lockId: 'another-lock-0000000' }] } });
  await other.commands.refreshLocks([MID]);
  expect((await other.row())?.payload).toEqual(album);
});

test('a response after a sign-out changes nothing', async () => {
  const { commands, row, gems, epoch } = await setUp(album, { unlockMessage: { items: [picture], gemsBalance: 70 } });
  const asking = commands.unlock(MID, 30);
  epoch.end();
  await asking;
  expect([await gems(), (await row())?.payload]).toEqual([100, album]);
});
