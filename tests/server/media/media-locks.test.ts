import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { give } from '../../../server/domains/gifts/give.ts';
import type { Checked } from '../../../server/domains/media/check.ts';
import { createContentCheckJob } from '../../../server/domains/media/content-check-job.ts';
import { unlock as openLock } from '../../../server/domains/media/locks.ts';
import { lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import { forgetPrivateMedia } from '../../../server/domains/media/retention.ts';
import { setLimit } from '../../../server/domains/wallet/limits.ts';
import { lockMoney, unlockMoney } from '../../../server/domains/wallet/lock.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { sendChat } from './chat-media.ts';
import { openLocks } from './locks-fixture.ts';

const {
  its,
  folder,
  signal,
  signIn,
  gemsOf,
  purse,
  locked,
  unlock,
  look,
  remove,
  later,
  settle,
  settled,
  said,
  statusFor,
} = openLocks();

describe('unlocking of messages', () => {
  test('an unlock costs the price, returns the pictures in order, and notifies both of what was paid and earned', async () => {
    const { mid, media, lockId } = await locked({ price: 30 }, 3);
    expect(await statusFor(its.ben, media[0] ?? '')).toBe(404);
    const answer = await unlock(lockId);
    expect(answer).toMatchObject({ status: 200, data: { gemsBalance: 70 } });
    expect(answer.data.items.map(({ url }) => url)).toEqual(media.map((id) => `/media/p/${id}`));
    expect(answer.data.items[0]).toMatchObject({ w: 200, h: 120, thumb: `/media/p/${media[0]}` });
    expect([await gemsOf(its.ben), await gemsOf(its.ada), await statusFor(its.ben, media[0] ?? '')]).toEqual([
      70, 0, 200,
    ]);
    const told = { kind: 'system', key: 'opened' };
    expect(await said(its.ben)).toEqual([{ ...told, about: its.ada.id, args: { lock: lockId, of: mid, gems: '30' } }]);
    expect(await said(its.ada)).toEqual([{ ...told, about: its.ben.id, args: { lock: lockId, of: mid, gems: '18' } }]);
    // The files still exist a minute later, so 60 % go to the sender.
    await settle();
    expect(await settled(lockId)).toEqual({ state: 'opened', settled: 'held' });
    await later();
    await settle();
    await settle();
    expect([await settled(lockId), await gemsOf(its.ada), await gemsOf(its.ben)]).toEqual([
      { state: 'opened', settled: 'posted' },
      18,
      70,
    ]);
  });

  test('an unlock is announced to both for any valid stanza id', async () => {
    for (const mid of ['a', 'b'.repeat(64), 'exclusive/one']) {
      const { lockId } = await locked({ price: 10 }, 1, mid);
      await its.api.pool.query('delete from service_outbox');
      expect((await unlock(lockId)).status).toBe(200);
      const of = (await Promise.all([its.ada, its.ben].map(said))).flat().map(({ args }) => args.of);
      expect([mid, of]).toEqual([mid, [mid, mid]]);
    }
  });

  test('an unlock at another price than the current one is refused with the current price, and nothing is charged', async () => {
    const { mid, media, lockId } = await locked({ price: 30 });
    const open = (price: number) =>
      its.api.call('unlockMessage', { lockId, price }, { user: its.ben, operation: lockId });
    expect(await open(29)).toMatchObject({ status: 409, data: { code: 'price-changed', price: 30 } });
    expect([await settled(lockId), await gemsOf(its.ben)]).toEqual([{ state: 'locked', settled: 'none' }, 100]);
    // A repeat of the message cannot show another price than the one that is charged.
    const again = { from: its.ada.id, to: its.ben.id, mid, media };
    await expect(prepareMedia(its.api.db, { ...again, lock: { price: 10 } })).rejects.toThrow('another price');
    await prepareMedia(its.api.db, { ...again, lock: { price: 30 } });
    expect((await open(30)).data).toMatchObject({ gemsBalance: 70 });
    // A message that is already unlocked costs nothing more, whatever price is sent.
    expect(await open(10)).toMatchObject({ status: 200, data: { gemsBalance: 70 } });
  });

  test('a message is paid once when it is unlocked 50 times at once from five devices', async () => {
    const { lockId, media } = await locked();
    const devices = await Promise.all(Array.from({ length: 5 }, signIn));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => unlock(lockId, devices[at % 5] ?? its.ben, `${lockId}-${at % 5}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => data.items[0]?.url))).toEqual(new Set([`/media/p/${media[0]}`]));
    expect([await gemsOf(its.ben), (await said(its.ben)).length, (await said(its.ada)).length]).toEqual([70, 1, 1]);
  });

  test('gems of a message are posted once when two processes unlock, settle and read it at once', async () => {
    const locks = await Promise.all(Array.from({ length: 3 }, () => locked({ price: 10 })));
    const ids = locks.map(({ lockId }) => lockId);
    for (const lockId of ids) await unlock(lockId);
    await later();
    const url = String(its.api.pool.options.connectionString);
    const other = openDatabase(url, () => undefined);
    try {
      await Promise.all([
        settle(),
        settle(other.db),
        ...ids.map((id) => unlock(id)),
        look(ids, its.ben),
        look(ids, its.ada),
      ]);
    } finally {
      await other.close();
    }
    expect([await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([70, 18]);
  });

  test('an unlock with too few gems returns the missing number, moves nothing, and succeeds when the gems arrive', async () => {
    await purse(its.ben, 12);
    const { lockId } = await locked();
    const refused = { status: 402, data: { code: 'gems-insufficient', need: 18, balance: 12 } };
    expect(await unlock(lockId)).toMatchObject(refused);
    expect(await unlock(lockId)).toMatchObject(refused);
    expect([await gemsOf(its.ben), await settled(lockId), await said(its.ben)]).toEqual([
      12,
      { state: 'locked', settled: 'none' },
      [],
    ]);
    await purse(its.ben, 30);
    // With the same operation id, because a refusal is not stored.
    expect(await unlock(lockId)).toMatchObject({ status: 200, data: { gemsBalance: 0 } });
  });

  test('an unlock beyond the buyer’s spending limit or during a lock of their gems is refused, and succeeds afterwards', async () => {
    await purse(its.ben, 40);
    const { lockId } = await locked();
    await setLimit(its.api.db, its.ben.id, { scope: 'use', window: 'week', gems: 29 }, Date.now());
    expect(await unlock(lockId)).toMatchObject({
      status: 422,
      data: { code: 'spend-limit', scope: 'use', window: 'week' },
    });
    await its.api.pool.query('delete from spend_limit where uid = $1', [its.ben.id]);
    await its.api.db.transaction((tx) => lockMoney(tx, its.ben.id, 'dispute'));
    expect(await unlock(lockId)).toMatchObject({ status: 423, data: { code: 'locked' } });
    expect((await its.api.call('account', { action: 1 }, { user: its.ben })).data).toMatchObject({
      locked: true,
      gemsBalance: 40,
    });
    await unlockMoney(its.api.db, its.ben.id);
    expect([await gemsOf(its.ben), await settled(lockId)]).toEqual([40, { state: 'locked', settled: 'none' }]);
    expect(await unlock(lockId)).toMatchObject({ status: 200, data: { gemsBalance: 10 } });
  });

  test('one of two simultaneous unlocks succeeds when the gems suffice for one', async () => {
    await purse(its.ben, 40);
    const both = [await locked(), await locked()];
    const answers = await Promise.all(both.map(({ lockId }) => unlock(lockId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await gemsOf(its.ben)).toBe(10);
  });

  test('a message is unlocked only by its receiver, and for gems only when its price is in gems', async () => {
    const { lockId } = await locked();
    await Promise.all([purse(its.ada, 100), purse(its.eve, 100)]);
    expect((await unlock(lockId, its.eve)).status).toBe(404);
    expect((await unlock(lockId, its.ada)).status).toBe(403);
    expect((await unlock('no-such-lock-0000000')).status).toBe(404);
    expect((await unlock((await locked({ gift: 'rose' })).lockId)).status).toBe(403);
    expect((await unlock(lockId, its.ben, 'unlock/1')).status).toBe(400);
    expect([await gemsOf(its.ada), await gemsOf(its.eve), await gemsOf(its.ben)]).toEqual([100, 100, 100]);
  });

  test('a message that is void, withdrawn or partly deleted cannot be unlocked and costs nothing', async () => {
    const [voided, ended, partly] = [await locked(), await locked(), await locked({ price: 30 }, 2)];
    await its.api.pool.query(`update media_lock set state = 'void' where id = $1`, [voided.lockId]);
    await its.api.pool.query('update media_share set ended = true where lock_id = $1', [ended.lockId]);
    await remove(partly.media[1] ?? '');
    for (const { lockId } of [voided, ended, partly]) {
      expect(await unlock(lockId)).toMatchObject({ status: 410, data: { code: 'gone' } });
    }
    expect([await gemsOf(its.ben), await said(its.ben), await said(its.ada)]).toEqual([100, [], []]);
  });

  test('a message is either unlocked and preserved or gone and free when the clean-up runs at the same time', async () => {
    const some = await Promise.all(Array.from({ length: 6 }, () => locked({ price: 10 })));
    await its.api.pool.query('update media set kept_until = now() where id = any($1)', [
      some.flatMap(({ media }) => media),
    ]);
    const forget = forgetPrivateMedia(its.api.db, folder, () => Date.now() + 60_000);
    const [answers] = await Promise.all([
      Promise.all(some.map(({ lockId }) => unlock(lockId))),
      forget.run(signal),
      forget.run(signal),
    ]);
    const opened = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 410)).toBe(true);
    expect(await gemsOf(its.ben)).toBe(100 - opened.length * 10);
    for (const [at, { lockId }] of some.entries()) {
      expect((await look([lockId], its.ben))[0]?.state).toBe(answers[at]?.status === 200 ? 'opened' : 'void');
    }
  });

  test('the clean-up preserves files when it waited for an unlock', async () => {
    const { lockId, media } = await locked();
    await its.api.pool.query('update media set kept_until = now() where id = any($1)', [media]);
    const opener = await its.api.pool.connect();
    onTestFinished(() => opener.release(true));
    await opener.query('begin');
    await opener.query('select 1 from media_lock where id = $1 for update', [lockId]);
    const forgetting = forgetPrivateMedia(its.api.db, folder, () => Date.now() + 60_000).run(signal);
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await its.api.pool.query(waits)).rows.length, { timeout: 20_000 }).toBe(1);
    await opener.query(`update media_lock set state = 'opened' where id = $1`, [lockId]);
    await opener.query(`update media set kept_until = now() + interval '1 year' where id = any($1)`, [media]);
    await opener.query('commit');
    await forgetting;
    expect(await look([lockId], its.ben)).toMatchObject([{ state: 'opened', items: [{}] }]);
  });

  test('the files of an unlocked message are retained for a year', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    const { rows } = await its.api.pool.query(
      `select kept_until > now() + interval '364 days' as long from media where id = $1`,
      [media[0]],
    );
    expect(rows).toEqual([{ long: true }]);
  });
});

describe('lost files of unlocked messages', () => {
  test('gems are released and both sides notified when a file is lost before the settlement', async () => {
    const { mid, lockId, media } = await locked();
    await unlock(lockId);
    await remove(media[0] ?? '');
    await later();
    await Promise.all([settle(), settle()]);
    expect([await gemsOf(its.ben), await gemsOf(its.ada), await settled(lockId)]).toEqual([
      100,
      0,
      { state: 'void', settled: 'voided' },
    ]);
    const back = { kind: 'system', key: 'givenBack', about: its.ada.id, args: { lock: lockId, of: mid, gems: '30' } };
    expect((await said(its.ben)).at(-1)).toEqual(back);
    expect((await said(its.ada)).map(({ key }) => key)).toEqual(['opened', 'givenBack']);
    expect((await unlock(lockId)).status).toBe(410);
    expect(await gemsOf(its.ben)).toBe(100);
  });

  test('gems are released at once when the buyer reads or unlocks the message after its file was lost', async () => {
    const [one, two] = [await locked(), await locked()];
    for (const { lockId, media } of [one, two]) {
      await unlock(lockId);
      await remove(media[0] ?? '');
    }
    expect(await gemsOf(its.ben)).toBe(40);
    expect(await look([one.lockId], its.ben)).toEqual([{ lockId: one.lockId, state: 'void', items: [] }]);
    expect((await unlock(two.lockId)).status).toBe(410);
    expect(await gemsOf(its.ben)).toBe(100);
  });

  test('the house refunds the gems once when a file is lost after they were posted to the sender', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    await later();
    await settle();
    await remove(media[0] ?? '');
    await Promise.all(Array.from({ length: 6 }, (_, at) => look([lockId], at % 2 ? its.ben : its.ada)));
    expect([await gemsOf(its.ben), await gemsOf(its.ada), await settled(lockId)]).toEqual([
      100,
      18,
      { state: 'void', settled: 'refunded' },
    ]);
  });

  test('no gems are refunded when a file is lost after its retention time', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    await later();
    await settle();
    await its.api.pool.query(`update media_lock set opened_at = now() - interval '366 days' where id = $1`, [lockId]);
    await remove(media[0] ?? '');
    expect((await look([lockId], its.ben))[0]?.state).toBe('void');
    expect([await gemsOf(its.ben), (await said(its.ben)).map(({ key }) => key)]).toEqual([70, ['opened']]);
  });

  test('gems are released and the buyer notified when the sender’s account is deleted', async () => {
    const host = await its.api.guest();
    const mid = 'm'.repeat(21);
    const { id } = await sendChat(its.api, host, { file: its.file });
    await prepareMedia(its.api.db, { from: host.id, to: its.ben.id, mid, media: [id], lock: { price: 30 } });
    const lockId = lockIdOf({ from: host.id, to: its.ben.id, mid });
    await unlock(lockId);
    await its.api.pool.query('delete from account where uid = $1', [host.id]);
    await later();
    await settle();
    expect([await gemsOf(its.ben), (await said(its.ben)).at(-1)?.key]).toEqual([100, 'givenBack']);
  });
});

describe('pictures locked behind a gift', () => {
  const order = (lock: string, change: Partial<GiftOrder> = {}): GiftOrder => {
    const op = randomBytes(16).toString('base64url').slice(0, 21);
    const gift = {
      op,
      gift: 'rose',
      price: 10,
      to: its.ada.id,
      count: 1,
      where: 'chat',
      sid: '',
      combo: op,
      ask: '',
    } as const;
    return { ...gift, lock, ...change };
  };
  const buy = (given: GiftOrder, user = its.ben) => give(its.api.db, folder, user.id, given);
  const outcome = (given: Awaited<ReturnType<typeof buy>>) => (given.ok ? 'given' : given.error.reason);

  test('a gift unlocks its picture in the same transaction, and both services announce it', async () => {
    const { mid, lockId, media } = await locked({ gift: 'rose' });
    const given = order(lockId);
    expect(await buy(given)).toMatchObject({ ok: true, value: { balance: 90 } });
    expect([await gemsOf(its.ada), await settled(lockId), await statusFor(its.ben, media[0] ?? '')]).toEqual([
      6,
      { state: 'opened', settled: 'posted' },
      200,
    ]);
    expect((await look([lockId], its.ben))[0]).toMatchObject({
      state: 'opened',
      items: [{ url: `/media/p/${media[0]}` }],
    });
    expect((await said(its.ada)).map(({ kind, args }) => [kind, args])).toEqual([
      ['system', { lock: lockId, of: mid, gems: '6' }],
      ['gift', undefined],
    ]);
    // The same purchase again returns the same result, and another one has nothing to unlock.
    expect(await buy(given)).toMatchObject({ ok: true, value: { balance: 90 } });
    expect(outcome(await buy(order(lockId)))).toBe('not-active');
    expect(await gemsOf(its.ben)).toBe(90);
  });

  test('a picture is unlocked by one gift when 50 are given at once with different operation ids', async () => {
    await purse(its.ben, 1_000);
    const { lockId } = await locked({ gift: 'rose' });
    const given = await Promise.all(Array.from({ length: 50 }, () => buy(order(lockId))));
    expect(given.map(outcome).sort()).toEqual(['given', ...Array(49).fill('not-active')]);
    expect([await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([990, 6]);
    const { rows } = await its.api.pool.query('select count(*)::int as count from gift_sent where lock_id = $1', [
      lockId,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('a picture stays locked at no cost with another gift, buyer, host or lock, without gems, or without its file', async () => {
    const { lockId, media } = await locked({ gift: 'rose' });
    const forGems = await locked();
    const host = await its.api.guest();
    await its.api.pool.query('update account set role = 3 where uid = $1', [host.id]);
    await purse(its.eve, 100);
    for (const [given, user] of [
      [order(lockId, { gift: 'wink', price: 5 }), its.ben],
      [order(lockId), its.eve],
      [order(lockId, { to: host.id }), its.ben],
      [order(forGems.lockId), its.ben],
      [order('x'.repeat(21)), its.ben],
    ] as const) {
      expect(outcome(await buy(given, user))).toBe('not-active');
    }
    await purse(its.ben, 9);
    expect(outcome(await buy(order(lockId)))).toBe('gems-insufficient');
    await purse(its.ben, 100);
    await remove(media[0] ?? '');
    expect(outcome(await buy(order(lockId)))).toBe('not-active');
    expect([await gemsOf(its.ben), await gemsOf(its.eve), await gemsOf(its.ada), await settled(lockId)]).toEqual([
      100,
      100,
      0,
      { state: 'locked', settled: 'none' },
    ]);
  });

  test('the house refunds the price of one gift when the file is lost later, once, and the host keeps their share', async () => {
    const { lockId, media } = await locked({ gift: 'rose' });
    await buy(order(lockId, { count: 3 }));
    await remove(media[0] ?? '');
    await Promise.all(Array.from({ length: 6 }, (_, at) => look([lockId], at % 2 ? its.ben : its.ada)));
    expect((await look([lockId], its.ben))[0]?.state).toBe('void');
    expect([await gemsOf(its.ben), await gemsOf(its.ada), await settled(lockId)]).toEqual([
      80,
      18,
      { state: 'void', settled: 'refunded' },
    ]);
    expect((await said(its.ben)).filter(({ key }) => key === 'givenBack').map(({ args }) => args.gems)).toEqual(['10']);
  });
});

describe('unlocked content that is not checked yet', () => {
  const settleChecked = () => settle(its.api.db, true);
  /** Checks these files with this result instead of the service. */
  const check = (bitsOf: (path: string) => Promise<Checked>) =>
    createContentCheckJob(
      its.api.db,
      folder,
      ([path = '']) => bitsOf(path),
      async () => {},
    ).run(signal);
  const passes = async () => ({ bits: 0, checkedAt: new Date() });
  const refuses = async () => ({ bits: 8, checkedAt: new Date() });
  const silent = async () => ({ bits: 0 });
  const owedBy = async (lockId: string) =>
    (await its.api.pool.query('select owed from media_lock where id = $1', [lockId])).rows[0]?.owed;
  const buy = (lockId: string, count = 1) => {
    const op = randomBytes(16).toString('base64url').slice(0, 21);
    const gift: GiftOrder = {
      op,
      gift: 'rose',
      price: 10,
      to: its.ada.id,
      count,
      where: 'chat',
      sid: '',
      combo: op,
      ask: '',
      lock: lockId,
    };
    return give(its.api.db, folder, its.ben.id, gift, true);
  };
  beforeEach(() => its.api.pool.query('update media set checked_at = now() where checked_at is null'));

  /** Unlocks like a server with a check service. */
  const unlockChecked = (lockId: string) => openLock(its.api.db, folder, its.ben.id, { lockId, price: 30 }, true);
  const pendingOf = async () =>
    (await said(its.ada)).filter(({ key }) => key === 'opened').map(({ args }) => [args.gems, args.pending]);

  test('unchecked content is shown to its buyer, and its seller is notified and gets no gems before it has passed', async () => {
    const { lockId, media } = await locked();
    expect(await unlockChecked(lockId)).toMatchObject({ ok: true });
    expect(await pendingOf()).toEqual([['18', '1']]);
    expect((await said(its.ben)).map(({ args }) => args.pending)).toEqual([undefined]);
    await later();
    await check(silent);
    await settleChecked();
    expect([await settled(lockId), await gemsOf(its.ada), await statusFor(its.ben, media[0] ?? '')]).toEqual([
      { state: 'opened', settled: 'held' },
      0,
      200,
    ]);
    await check(passes);
    expect(await pendingOf()).toEqual([
      ['18', '1'],
      ['18', undefined],
    ]);
    await settleChecked();
    expect([await settled(lockId), await gemsOf(its.ada)]).toEqual([{ state: 'opened', settled: 'posted' }, 18]);
  });

  test('gems are released to the buyer when unchecked content is refused', async () => {
    const { lockId, media } = await locked();
    await unlock(lockId);
    await later();
    await settleChecked();
    await check(refuses);
    expect([await settled(lockId), await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([
      { state: 'void', settled: 'voided' },
      100,
      0,
    ]);
    expect([await owedBy(lockId), await statusFor(its.ben, media[0] ?? '')]).toEqual([0, 404]);
  });

  test('a seller refunds what they have and owes the rest when content that was paid before a check existed is refused', async () => {
    await purse(its.ben, 200);
    const { lockId } = await locked({ price: 100 });
    await unlock(lockId);
    await later();
    await settle();
    expect(await gemsOf(its.ada)).toBe(60);
    await purse(its.ada, 25);
    await check(refuses);
    expect([await gemsOf(its.ben), await gemsOf(its.ada), await settled(lockId), await owedBy(lockId)]).toEqual([
      200,
      0,
      { state: 'void', settled: 'refunded' },
      35,
    ]);
    // Later earnings pay the debt first, also during a lock of their gems.
    await its.api.db.transaction((tx) => lockMoney(tx, its.ada.id, 'dispute'));
    for (const [gems, left, owed] of [
      [20, 0, 15],
      [20, 5, 0],
    ] as const) {
      await purse(its.ada, gems);
      await Promise.all([settle(), settle()]);
      expect([await gemsOf(its.ada), await owedBy(lockId)]).toEqual([left, owed]);
    }
    await its.api.db.transaction((tx) => unlockMoney(tx, its.ada.id));
  });

  test('gifts for unchecked content are held, and posted to the host or released by the check', async () => {
    const [good, bad] = [await locked({ gift: 'rose' }), await locked({ gift: 'rose' })];
    for (const { lockId } of [good, bad]) expect(await buy(lockId, 2)).toMatchObject({ ok: true });
    expect([await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([60, 0]);
    await later();
    await settleChecked();
    expect(await gemsOf(its.ada)).toBe(0);
    await check(async (path) => (path.includes((bad.media[0] ?? '').slice(2)) ? refuses() : passes()));
    await settleChecked();
    expect([
      await gemsOf(its.ben),
      await gemsOf(its.ada),
      await settled(good.lockId),
      await settled(bad.lockId),
    ]).toEqual([80, 12, { state: 'opened', settled: 'posted' }, { state: 'void', settled: 'voided' }]);
  });

  test('a check that never answers and a lost file do not block the settlement of other messages', async () => {
    const [first, lost, last] = [await locked(), await locked(), await locked()];
    for (const { lockId } of [first, lost, last]) await unlock(lockId);
    await remove(lost.media[0] ?? '');
    await later();
    const isFirst = (path: string) => path.includes((first.media[0] ?? '').slice(2));
    const job = createContentCheckJob(
      ...([its.api.db, folder] as const),
      ([path = '']) => (isFirst(path) ? silent() : passes()),
      async () => {},
    );
    await job.run(signal);
    await job.run(signal);
    await settleChecked();
    expect(await Promise.all([first, lost, last].map(({ lockId }) => settled(lockId)))).toEqual([
      { state: 'opened', settled: 'held' },
      { state: 'void', settled: 'voided' },
      { state: 'opened', settled: 'posted' },
    ]);
  });
});

describe('reading of locks', () => {
  test('the content of a lock is returned to the sender always, to the receiver when unlocked, and to other users never', async () => {
    const { lockId, media } = await locked();
    const shown = [expect.objectContaining({ url: `/media/p/${media[0]}` })];
    expect(await look([lockId], its.ada)).toEqual([{ lockId, state: 'locked', items: shown }]);
    expect(await look([lockId], its.ben)).toEqual([{ lockId, state: 'locked', items: [] }]);
    expect(await look([lockId], its.eve)).toEqual([]);
    await unlock(lockId);
    expect(await look([lockId], its.ben)).toEqual([{ lockId, state: 'opened', items: shown }]);
    expect(await look([lockId], its.eve)).toEqual([]);
    expect((await its.api.call('unlockedMedia', { lockIds: Array(51).fill(lockId) }, { user: its.ben })).status).toBe(
      400,
    );
  });
});
