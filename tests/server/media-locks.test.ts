import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { GiftOrder } from '../../contract/gifts/gift.ts';
import { openDatabase } from '../../server/database/connect.ts';
import { give } from '../../server/gifts/give.ts';
import { createLog } from '../../server/log.ts';
import { openMediaFolder } from '../../server/media/folder.ts';
import { settleUnlocks } from '../../server/media/locks.ts';
import { lockIdOf, prepareMedia } from '../../server/media/message-media.ts';
import { forgetPrivateMedia } from '../../server/media/retention.ts';
import { auditLedger } from '../../server/wallet/audit.ts';
import { grant, move, OURS } from '../../server/wallet/ledger.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture } from './media-files.ts';

let api: TestApi;
let ada: User;
let ben: User;
let eve: User;
let file: Buffer;
const dataDir = temporaryFolder('media');
const folder = openMediaFolder(dataDir, 'chat');
const { signal } = new AbortController();
const log = createLog('silent');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  [ada, eve] = await Promise.all([api.guest(), api.guest()]);
  ben = await signIn();
  await api.pool.query('update account set role = 3 where uid = $1', [ada.id]);
  file = await picture().jpeg().toBuffer();
});
afterAll(async () => {
  const broken = await auditLedger(api.db);
  await api?.close();
  expect(broken).toEqual([]);
});

const openId = newOpenId();
/** Ben, on one more device. */
const signIn = async () =>
  (await api.call('login', { openId, channel: 'guest' }, { device: newOpenId() })).data.userInfo;

const gemsOf = async ({ id }: User) =>
  Number(
    (await api.pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [id])).rows[0]?.amount ?? 0,
  );
/** As many gems as said, whatever was there. */
async function purse(user: User, gems: number): Promise<void> {
  const has = await gemsOf(user);
  const name = `test:${randomBytes(8).toString('hex')}`;
  const subject = { type: 'adjust', id: name } as const;
  if (has < gems) await grant(api.db, name, user.id, 'gems', gems - has, subject);
  if (has > gems) {
    const legs = [[user.id, gems - has] as const, [OURS.house, has - gems] as const];
    await move(api.db, { operation: name, kind: 'move', currency: 'gems', gross: has - gems, subject, legs });
  }
}
beforeEach(async () => {
  // What an earlier test left open.
  await later();
  await settle();
  await Promise.all([purse(ada, 0), purse(ben, 100)]);
  await api.pool.query('delete from service_outbox');
});

const upload = async () => (await sendChat(api, ada, { file })).id;
type Price = { readonly price: number } | { readonly gift: string };
/** A locked message of ada's to ben, as the edge prepares it. */
async function locked(lock: Price = { price: 30 }, count = 1) {
  const mid = randomBytes(16).toString('base64url').slice(0, 21);
  const media = await Promise.all(Array.from({ length: count }, upload));
  const of = { from: ada.id, to: ben.id, mid };
  await prepareMedia(api.db, { ...of, media, lock });
  return { mid, media, lockId: lockIdOf(of) };
}
const unlock = (lockId: string, user = ben, operation = lockId) =>
  api.call('unlockMessage', { lockId }, { user, operation });
const look = async (lockIds: readonly string[], user: User) =>
  (await api.call('unlockedMedia', { lockIds }, { user })).data.locks;
const remove = (id: string) => folder.remove(id);
/** A minute and a half goes by for what was opened. */
const later = () =>
  api.pool.query(`update media_lock set opened_at = opened_at - interval '90 seconds' where opened_at is not null`);
const settle = (db = api.db) => settleUnlocks(db, folder, log).run(signal);
const settled = async (lockId: string) =>
  (await api.pool.query('select state, settled from media_lock where id = $1', [lockId])).rows[0];
const said = async ({ id }: User) =>
  (await api.pool.query('select payload from service_outbox where to_uid = $1 order by id', [id])).rows.map(
    ({ payload }) => payload,
  );
const statusFor = async (user: User, id: string) =>
  (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie: await passOf(api, user) } })).statusCode;

describe('opening a locked message', () => {
  test('costs its price, brings its pictures in their order, and tells both what was paid and earned', async () => {
    const { mid, media, lockId } = await locked({ price: 30 }, 3);
    expect(await statusFor(ben, media[0] ?? '')).toBe(404);
    const answer = await unlock(lockId);
    expect(answer).toMatchObject({ status: 200, data: { gemsBalance: 70 } });
    expect(answer.data.items.map(({ url }) => url)).toEqual(media.map((id) => `/media/p/${id}`));
    expect(answer.data.items[0]).toMatchObject({ w: 200, h: 120, thumb: `/media/p/${media[0]}` });
    expect([await gemsOf(ben), await gemsOf(ada), await statusFor(ben, media[0] ?? '')]).toEqual([70, 0, 200]);
    const told = { kind: 'system', key: 'opened' };
    expect(await said(ben)).toEqual([{ ...told, about: ada.id, args: { lock: lockId, of: mid, gems: '30' } }]);
    expect(await said(ada)).toEqual([{ ...told, about: ben.id, args: { lock: lockId, of: mid, gems: '18' } }]);
    // A minute later the files are still there: 60 % are the sender's.
    await settle();
    expect(await settled(lockId)).toEqual({ state: 'opened', settled: 'held' });
    await later();
    await settle();
    await settle();
    expect([await settled(lockId), await gemsOf(ada), await gemsOf(ben)]).toEqual([
      { state: 'opened', settled: 'posted' },
      18,
      70,
    ]);
  });

  test('asked for 50 times at once from five devices, it is paid once', async () => {
    const { lockId, media } = await locked();
    const devices = await Promise.all(Array.from({ length: 5 }, signIn));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => unlock(lockId, devices[at % 5] ?? ben, `${lockId}-${at % 5}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.items[0]?.url))).toEqual(new Set([`/media/p/${media[0]}`]));
    expect([await gemsOf(ben), (await said(ben)).length, (await said(ada)).length]).toEqual([70, 1, 1]);
  });

  test('opened, settled and looked at by two processes at once, its gems are posted once', async () => {
    const locks = await Promise.all(Array.from({ length: 3 }, () => locked({ price: 10 })));
    const ids = locks.map(({ lockId }) => lockId);
    for (const lockId of ids) await unlock(lockId);
    await later();
    const url = String(api.pool.options.connectionString);
    const other = openDatabase(url, () => undefined);
    try {
      await Promise.all([settle(), settle(other.db), ...ids.map((id) => unlock(id)), look(ids, ben), look(ids, ada)]);
    } finally {
      await other.close();
    }
    expect([await gemsOf(ben), await gemsOf(ada)]).toEqual([70, 18]);
  });

  test('with too few gems it says how many are missing, moves nothing, and opens once they are there', async () => {
    await purse(ben, 12);
    const { lockId } = await locked();
    const refused = { status: 402, data: { code: 'gems-insufficient', need: 18, balance: 12 } };
    expect(await unlock(lockId)).toMatchObject(refused);
    expect(await unlock(lockId)).toMatchObject(refused);
    expect([await gemsOf(ben), await settled(lockId), await said(ben)]).toEqual([
      12,
      { state: 'locked', settled: 'none' },
      [],
    ]);
    await purse(ben, 30);
    // Under the same name: a refusal is none for ever.
    expect(await unlock(lockId)).toMatchObject({ status: 200, data: { gemsBalance: 0 } });
  });

  test('two that the gems suffice for one of, at once: one is opened', async () => {
    await purse(ben, 40);
    const both = [await locked(), await locked()];
    const answers = await Promise.all(both.map(({ lockId }) => unlock(lockId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await gemsOf(ben)).toBe(10);
  });

  test('is for the receiver alone, and only for gems where it costs gems', async () => {
    const { lockId } = await locked();
    await Promise.all([purse(ada, 100), purse(eve, 100)]);
    expect((await unlock(lockId, eve)).status).toBe(404);
    expect((await unlock(lockId, ada)).status).toBe(403);
    expect((await unlock('no-such-lock-0000000')).status).toBe(404);
    expect((await unlock((await locked({ gift: 'rose' })).lockId)).status).toBe(403);
    expect((await unlock(lockId, ben, 'short')).status).toBe(400);
    expect([await gemsOf(ada), await gemsOf(eve), await gemsOf(ben)]).toEqual([100, 100, 100]);
  });

  test('what is void, taken down or partly gone costs nothing', async () => {
    const [voided, ended, partly] = [await locked(), await locked(), await locked({ price: 30 }, 2)];
    await api.pool.query(`update media_lock set state = 'void' where id = $1`, [voided.lockId]);
    await api.pool.query('update media_share set ended = true where lock_id = $1', [ended.lockId]);
    await remove(partly.media[1] ?? '');
    for (const { lockId } of [voided, ended, partly]) {
      expect(await unlock(lockId)).toMatchObject({ status: 410, data: { code: 'gone' } });
    }
    expect([await gemsOf(ben), await said(ben), await said(ada)]).toEqual([100, [], []]);
  });

  test('at once with the clean-up: it is opened and kept, or gone and free', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, () => locked({ price: 10 })));
    await api.pool.query('update media set kept_until = now() where id = any($1)', [
      some.flatMap(({ media }) => media),
    ]);
    const forget = forgetPrivateMedia(api.db, folder, () => Date.now() + 60_000);
    const [answers] = await Promise.all([
      Promise.all(some.map(({ lockId }) => unlock(lockId))),
      forget.run(signal),
      forget.run(signal),
    ]);
    const opened = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 410)).toBe(true);
    expect(await gemsOf(ben)).toBe(100 - opened.length * 10);
    for (const [at, { lockId }] of some.entries()) {
      expect((await look([lockId], ben))[0]?.state).toBe(answers[at]?.status === 200 ? 'opened' : 'void');
    }
  });

  test('while the clean-up waits for it, it keeps its files', async () => {
    const { lockId, media } = await locked();
    await api.pool.query('update media set kept_until = now() where id = any($1)', [media]);
    const opener = await api.pool.connect();
    await opener.query('begin');
    await opener.query('select 1 from media_lock where id = $1 for update', [lockId]);
    const forgetting = forgetPrivateMedia(api.db, folder, () => Date.now() + 60_000).run(signal);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await api.pool.query(waits)).rows.length, { timeout: 20_000 }).toBe(1);
    await opener.query(`update media_lock set state = 'opened' where id = $1`, [lockId]);
    await opener.query(`update media set kept_until = now() + interval '1 year' where id = any($1)`, [media]);
    await opener.query('commit');
    opener.release();
    await forgetting;
    expect(await look([lockId], ben)).toMatchObject([{ state: 'opened', items: [{}] }]);
  });

  test('its files stay for a year from then on', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    const { rows } = await api.pool.query(
      `select kept_until > now() + interval '364 days' as long from media where id = $1`,
      [media[0]],
    );
    expect(rows).toEqual([{ long: true }]);
  });
});

describe('a file that goes', () => {
  test('before the second look: the gems come back, and both are told', async () => {
    const { mid, lockId, media } = await locked();
    await unlock(lockId);
    await remove(media[0] ?? '');
    await later();
    await Promise.all([settle(), settle()]);
    expect([await gemsOf(ben), await gemsOf(ada), await settled(lockId)]).toEqual([
      100,
      0,
      { state: 'void', settled: 'voided' },
    ]);
    const back = { kind: 'system', key: 'givenBack', about: ada.id, args: { lock: lockId, of: mid, gems: '30' } };
    expect((await said(ben)).at(-1)).toEqual(back);
    expect((await said(ada)).map(({ key }) => key)).toEqual(['opened', 'givenBack']);
    expect((await unlock(lockId)).status).toBe(410);
    expect(await gemsOf(ben)).toBe(100);
  });

  test('within that minute, met by who looks or asks again: the gems come back at once', async () => {
    const [one, two] = [await locked(), await locked()];
    for (const { lockId, media } of [one, two]) {
      await unlock(lockId);
      await remove(media[0] ?? '');
    }
    expect(await gemsOf(ben)).toBe(40);
    expect(await look([one.lockId], ben)).toEqual([{ lockId: one.lockId, state: 'void', items: [] }]);
    expect((await unlock(two.lockId)).status).toBe(410);
    expect(await gemsOf(ben)).toBe(100);
  });

  test('after the gems were the sender’s: the house gives them back, once', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    await later();
    await settle();
    await remove(media[0] ?? '');
    await Promise.all(Array.from({ length: 6 }, (_, at) => look([lockId], at % 2 ? ben : ada)));
    expect([await gemsOf(ben), await gemsOf(ada), await settled(lockId)]).toEqual([
      100,
      18,
      { state: 'void', settled: 'refunded' },
    ]);
  });

  test('after its time: nobody gives anything back', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    await later();
    await settle();
    await api.pool.query(`update media_lock set opened_at = now() - interval '366 days' where id = $1`, [lockId]);
    await remove(media[0] ?? '');
    expect((await look([lockId], ben))[0]?.state).toBe('void');
    expect([await gemsOf(ben), (await said(ben)).map(({ key }) => key)]).toEqual([70, ['opened']]);
  });

  test('with its sender’s whole account: the gems come back, and who is left is told', async () => {
    const host = await api.guest();
    const mid = 'm'.repeat(21);
    const { id } = await sendChat(api, host, { file });
    await prepareMedia(api.db, { from: host.id, to: ben.id, mid, media: [id], lock: { price: 30 } });
    const lockId = lockIdOf({ from: host.id, to: ben.id, mid });
    await unlock(lockId);
    await api.pool.query('delete from account where uid = $1', [host.id]);
    await later();
    await settle();
    expect([await gemsOf(ben), (await said(ben)).at(-1)?.key]).toEqual([100, 'givenBack']);
  });
});

describe('a picture behind a gift', () => {
  const order = (lock: string, change: Partial<GiftOrder> = {}): GiftOrder => {
    const op = randomBytes(16).toString('base64url').slice(0, 21);
    const gift = {
      op,
      gift: 'rose',
      price: 10,
      to: ada.id,
      count: 1,
      where: 'chat',
      sid: '',
      combo: op,
      ask: '',
    } as const;
    return { ...gift, lock, ...change };
  };
  const buy = (given: GiftOrder, user = ben) => give(api.db, folder, user.id, given);
  const outcome = (given: Awaited<ReturnType<typeof buy>>) => (given.ok ? 'given' : given.error.reason);

  test('opens with that gift, which is given and paid in the same step, and told by both services', async () => {
    const { mid, lockId, media } = await locked({ gift: 'rose' });
    const given = order(lockId);
    expect(await buy(given)).toMatchObject({ ok: true, value: { balance: 90 } });
    expect([await gemsOf(ada), await settled(lockId), await statusFor(ben, media[0] ?? '')]).toEqual([
      6,
      { state: 'opened', settled: 'posted' },
      200,
    ]);
    expect((await look([lockId], ben))[0]).toMatchObject({ state: 'opened', items: [{ url: `/media/p/${media[0]}` }] });
    expect((await said(ada)).map(({ kind, args }) => [kind, args])).toEqual([
      ['system', { lock: lockId, of: mid, gems: '6' }],
      ['gift', undefined],
    ]);
    // The same purchase again is the same; another one has nothing to open.
    expect(await buy(given)).toMatchObject({ ok: true, value: { balance: 90 } });
    expect(outcome(await buy(order(lockId)))).toBe('not-active');
    expect(await gemsOf(ben)).toBe(90);
  });

  test('given for 50 times at once, each under a name of its own, it is given once', async () => {
    await purse(ben, 1_000);
    const { lockId } = await locked({ gift: 'rose' });
    const given = await Promise.all(Array.from({ length: 50 }, () => buy(order(lockId))));
    expect(given.map(outcome).sort()).toEqual(['given', ...Array(49).fill('not-active')]);
    expect([await gemsOf(ben), await gemsOf(ada)]).toEqual([990, 6]);
    const { rows } = await api.pool.query('select count(*)::int as count from gift_sent where lock_id = $1', [lockId]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('stays closed, and nothing is paid: another gift, another’s lock, another host, gems, no lock, no file, no gems', async () => {
    const { lockId, media } = await locked({ gift: 'rose' });
    const forGems = await locked();
    const host = await api.guest();
    await api.pool.query('update account set role = 3 where uid = $1', [host.id]);
    await purse(eve, 100);
    for (const [given, user] of [
      [order(lockId, { gift: 'wink', price: 5 }), ben],
      [order(lockId), eve],
      [order(lockId, { to: host.id }), ben],
      [order(forGems.lockId), ben],
      [order('x'.repeat(21)), ben],
    ] as const) {
      expect(outcome(await buy(given, user))).toBe('not-active');
    }
    await purse(ben, 9);
    expect(outcome(await buy(order(lockId)))).toBe('gems-insufficient');
    await purse(ben, 100);
    await remove(media[0] ?? '');
    expect(outcome(await buy(order(lockId)))).toBe('not-active');
    expect([await gemsOf(ben), await gemsOf(eve), await gemsOf(ada), await settled(lockId)]).toEqual([
      ...[100, 100, 0],
      { state: 'locked', settled: 'none' },
    ]);
  });

  test('that goes later is gone, and the gift was given', async () => {
    const { lockId, media } = await locked({ gift: 'rose' });
    await buy(order(lockId));
    await remove(media[0] ?? '');
    expect((await look([lockId], ben))[0]?.state).toBe('void');
    expect([await gemsOf(ben), await gemsOf(ada)]).toEqual([90, 6]);
  });
});

describe('what locks hold', () => {
  test('is told to the sender always, to the receiver once it is open, to others never', async () => {
    const { lockId, media } = await locked();
    const shown = [expect.objectContaining({ url: `/media/p/${media[0]}` })];
    expect(await look([lockId], ada)).toEqual([{ lockId, state: 'locked', items: shown }]);
    expect(await look([lockId], ben)).toEqual([{ lockId, state: 'locked', items: [] }]);
    expect(await look([lockId], eve)).toEqual([]);
    await unlock(lockId);
    expect(await look([lockId], ben)).toEqual([{ lockId, state: 'opened', items: shown }]);
    expect(await look([lockId], eve)).toEqual([]);
    expect((await api.call('unlockedMedia', { lockIds: Array(51).fill(lockId) }, { user: ben })).status).toBe(400);
  });
});

describe('the page of a host', () => {
  const edit = (items: readonly { mediaId: string; price: number }[], user = ada) =>
    api.call('editExclusive', { items }, { user });
  const page = async (user: User) => (await api.call('exclusiveItems', { targetUid: ada.id }, { user })).data.items;
  const buy = (lockId: string, price: number, user = ben) =>
    api.call('openExclusive', { targetUid: ada.id, lockId, price }, { user, operation: lockId });

  test('shows what is offered, in order, and tells no address of what was not bought', async () => {
    const [one, two] = [await upload(), await upload()];
    expect((await edit([two, one].map((mediaId, at) => ({ mediaId, price: 20 + at })))).status).toBe(200);
    expect((await page(ada)).map(({ url, price, isOpen }) => [url, price, isOpen])).toEqual([
      [`/media/p/${two}`, 20, true],
      [`/media/p/${one}`, 21, true],
    ]);
    const seen = await page(ben);
    expect(seen.map(({ price, isOpen, url, w }) => [price, isOpen, url, w])).toEqual([
      [20, false, '', 200],
      [21, false, '', 200],
    ]);
    expect(JSON.stringify(seen)).not.toContain(one);
    expect(await statusFor(ben, one)).toBe(404);
    // The clean-up leaves it alone, however old it is.
    await forgetPrivateMedia(api.db, folder, () => Date.now() + 400 * 86_400_000).run(signal);
    expect((await page(ben)).length).toBe(2);
  });

  test('sells each thing once to each buyer, with the same lock as a message, and tells nobody in a conversation', async () => {
    const mediaId = await upload();
    await edit([{ mediaId, price: 30 }]);
    const [item] = await page(ben);
    const lockId = item?.lockId ?? '';
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(lockId, 30)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.data).toMatchObject({ items: [{ url: `/media/p/${mediaId}` }], gemsBalance: 70 });
    expect([await gemsOf(ben), await statusFor(ben, mediaId), await said(ben), await said(ada)]).toEqual([
      70,
      200,
      [],
      [],
    ]);
    await later();
    await settle();
    expect(await gemsOf(ada)).toBe(18);
    // Sending priced messages is another matter.
    const { rows } = await api.pool.query(
      `select count(*)::int as n from media_lock where mid like 'exclusive/%' and to_uid = $1`,
      [ben.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    // What was bought stays, at whatever price it is now, and when it is offered no more.
    await edit([{ mediaId, price: 50 }]);
    expect((await buy(lockId, 30)).status).toBe(200);
    await edit([]);
    expect((await page(ben)).map(({ url, isOpen }) => [url, isOpen])).toEqual([[`/media/p/${mediaId}`, true]]);
    expect(await page(eve)).toEqual([]);
    expect(await gemsOf(ben)).toBe(70);
  });

  test('sells nothing at another price, with too few gems, without the file, under another’s lock, or over a block', async () => {
    const [mediaId, lost] = [await upload(), await upload()];
    await edit([
      { mediaId, price: 30 },
      { mediaId: lost, price: 30 },
    ]);
    const [lockId = '', lostId = ''] = (await page(ben)).map((item) => item.lockId);
    await remove(lost);
    expect((await buy(lockId, 29)).status).toBe(409);
    expect((await buy(lostId, 30)).status).toBe(410);
    expect((await buy(lockId, 30, eve)).status).toBe(410);
    await purse(ben, 29);
    expect(await buy(lockId, 30)).toMatchObject({ status: 402, data: { need: 1, balance: 29 } });
    expect(await settled(lockId)).toBeUndefined();
    await purse(ben, 100);
    await api.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [ada.id, ben.id]);
    expect([(await buy(lockId, 30)).status, await gemsOf(ben)]).toEqual([404, 100]);
    await api.pool.query('delete from block');
  });

  test('is edited by its host alone, with their own pictures', async () => {
    const mediaId = await upload();
    const foreign = (await sendChat(api, eve, { file })).id;
    expect((await edit([{ mediaId: foreign, price: 30 }])).status).toBe(404);
    expect((await edit([{ mediaId: foreign, price: 30 }], eve)).status).toBe(403);
    expect(
      (
        await edit([
          { mediaId, price: 30 },
          { mediaId, price: 40 },
        ])
      ).status,
    ).toBe(400);
    expect((await edit([{ mediaId, price: 9 }])).status).toBe(400);
    await Promise.all(Array.from({ length: 6 }, (_, at) => edit([{ mediaId, price: 30 + at }])));
    expect((await page(ada)).length).toBe(1);
    await edit([]);
  });
});
