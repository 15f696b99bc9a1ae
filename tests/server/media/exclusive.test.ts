import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/durations.ts';
import { createContentCheckJob } from '../../../server/domains/media/content-check-job.ts';
import { lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import { forgetPrivateMedia } from '../../../server/domains/media/retention.ts';
import type { User } from '../../harness/api.ts';
import { passOf, sendChat } from './chat-media.ts';
import { openLocks } from './locks-fixture.ts';

const { its, folder, signal, gemsOf, purse, upload, remove, later, settle, settled, said, statusFor } = openLocks();

describe('the page of a host', () => {
  const edit = (items: readonly { mediaId: string; price: number }[], user = its.ada) =>
    its.api.call('editExclusive', { items }, { user });
  const page = async (user: User) =>
    (await its.api.call('exclusiveItems', { targetUid: its.ada.id }, { user })).data.items;
  const buy = (lockId: string, price: number, user = its.ben) =>
    its.api.call('openExclusive', { targetUid: its.ada.id, lockId, price }, { user, operation: lockId });

  test('a host’s page lists its items in order, and reveals no address of an item that was not bought', async () => {
    const [one, two] = [await upload(), await upload()];
    expect((await edit([two, one].map((mediaId, at) => ({ mediaId, price: 20 + at })))).status).toBe(200);
    expect((await page(its.ada)).map(({ url, price, isOpen }) => [url, price, isOpen])).toEqual([
      [`/media/p/${two}`, 20, true],
      [`/media/p/${one}`, 21, true],
    ]);
    const seen = await page(its.ben);
    expect(seen.map(({ price, isOpen, url, w }) => [price, isOpen, url, w])).toEqual([
      [20, false, '', 200],
      [21, false, '', 200],
    ]);
    expect(JSON.stringify(seen)).not.toContain(one);
    expect(await statusFor(its.ben, one)).toBe(404);
    // The clean-up ignores files on a page, however old they are.
    await forgetPrivateMedia(its.api.db, folder, () => Date.now() + 400 * DAY_MS).run(signal);
    expect((await page(its.ben)).length).toBe(2);
  });

  test('an item of a host’s page is sold once to each buyer, with a lock like a message, and sends no message', async () => {
    const mediaId = await upload();
    await edit([{ mediaId, price: 30 }]);
    const [item] = await page(its.ben);
    const lockId = item?.lockId ?? '';
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(lockId, 30)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.data).toMatchObject({ items: [{ url: `/media/p/${mediaId}` }], gemsBalance: 70 });
    expect([
      await gemsOf(its.ben),
      await statusFor(its.ben, mediaId),
      await said(its.ben),
      await said(its.ada),
    ]).toEqual([70, 200, [], []]);
    await later();
    await settle();
    expect(await gemsOf(its.ada)).toBe(18);
    // The purchase does not count as a priced message.
    const { rows } = await its.api.pool.query(
      `select count(*)::int as n from media_lock where source = 'page' and to_uid = $1`,
      [its.ben.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    // A bought item stays open when its price changes or it is withdrawn.
    await edit([{ mediaId, price: 50 }]);
    expect((await buy(lockId, 30)).status).toBe(200);
    await edit([]);
    expect((await page(its.ben)).map(({ url, isOpen }) => [url, isOpen])).toEqual([[`/media/p/${mediaId}`, true]]);
    expect(await page(its.eve)).toEqual([]);
    expect(await gemsOf(its.ben)).toBe(70);
  });

  test('a bought picture has the number of its buyer over it if the host wants so, and the host sees it without', async () => {
    const mediaId = await upload();
    await edit([{ mediaId, price: 30 }]);
    await buy((await page(its.ben))[0]?.lockId ?? '', 30);
    const pixelsFor = async (user: User, path = `/media/p/${mediaId}`) => {
      const headers = { cookie: await passOf(its.api, user) };
      const { statusCode, rawPayload } = await its.api.app.inject({ url: path, headers });
      expect(statusCode).toBe(200);
      return sharp(rawPayload).removeAlpha().raw().toBuffer();
    };
    const differ = (one: Buffer, other: Buffer) =>
      one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 20).length;
    const original = await pixelsFor(its.ben);
    const mark = (watermark: boolean) => its.api.call('updateProfile', { settings: { watermark } }, { user: its.ada });
    await mark(true);
    const marked = await pixelsFor(its.ben);
    expect(marked.length).toBe(original.length);
    // Faint: some of the picture changes, most of it stays.
    const share = differ(marked, original) / original.length;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.5);
    expect(differ(await pixelsFor(its.ada), original)).toBe(0);
    // A buyer who has the picture is not sent it again; the tag of another buyer is another one.
    const asked = async (user: User, noneMatch = '') =>
      its.api.app.inject({
        url: `/media/p/${mediaId}`,
        headers: { cookie: await passOf(its.api, user), ...(noneMatch && { 'if-none-match': noneMatch }) },
      });
    const { headers } = await asked(its.ben);
    const etag = String(headers.etag);
    expect([(await asked(its.ben, etag)).statusCode, (await asked(its.ben, `W/${etag}`)).statusCode]).toEqual([
      304, 304,
    ]);
    expect((await asked(its.ben, '"another"')).statusCode).toBe(200);
    expect(etag).toContain(String(its.ben.id));
    await mark(false);
    expect(differ(await pixelsFor(its.ben), original)).toBe(0);
  });

  test('an item that the media check refuses is no longer sold, and its buyer is refunded by its host', async () => {
    const mediaId = await upload();
    await edit([{ mediaId, price: 30 }]);
    const [item] = await page(its.ben);
    const lockId = item?.lockId ?? '';
    expect((await buy(lockId, 30)).status).toBe(200);
    await later();
    await settle();
    expect([await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([70, 18]);
    await its.api.pool.query('update media set checked_at = now() where checked_at is null and id <> $1', [mediaId]);
    const refuses = async () => ({ bits: 8, checkedAt: new Date() });
    await createContentCheckJob(its.api.db, folder, refuses, async () => {}).run(signal);
    expect([await gemsOf(its.ben), await gemsOf(its.ada)]).toEqual([100, 0]);
    expect(await settled(lockId)).toEqual({ state: 'void', settled: 'refunded' });
    const shown = [...(await page(its.ben)), ...(await page(its.eve))];
    expect(shown.filter((one) => one.lockId === lockId || !one.isOpen)).toEqual([]);
    expect((await buy(lockId, 30)).status).toBe(410);
    expect((await edit([{ mediaId, price: 30 }])).status).toBe(404);
  });

  test('an item is not sold at another price, with too few gems, without its file, under a foreign lock, or across a block', async () => {
    const [mediaId, lost] = [await upload(), await upload()];
    await edit([
      { mediaId, price: 30 },
      { mediaId: lost, price: 30 },
    ]);
    const [lockId = '', lostId = ''] = (await page(its.ben)).map((item) => item.lockId);
    await remove(lost);
    expect(await buy(lockId, 29)).toMatchObject({ status: 409, data: { code: 'price-changed', price: 30 } });
    expect((await buy(lostId, 30)).status).toBe(410);
    expect((await buy(lockId, 30, its.eve)).status).toBe(410);
    await purse(its.ben, 29);
    expect(await buy(lockId, 30)).toMatchObject({ status: 402, data: { need: 1, balance: 29 } });
    expect(await settled(lockId)).toBeUndefined();
    await purse(its.ben, 100);
    await its.api.pool.query('insert into block (owner_uid, blocked_uid) values ($1, $2)', [its.ada.id, its.ben.id]);
    expect([(await buy(lockId, 30)).status, await gemsOf(its.ben)]).toEqual([404, 100]);
    await its.api.pool.query('delete from block');
  });

  test('a purchase charges the shown price when the host sent a message under the stanza id of the purchase', async () => {
    const [mediaId, other] = [await upload(), await upload()];
    await edit([{ mediaId, price: 10 }]);
    const lockId = (await page(its.ben))[0]?.lockId ?? '';
    for (const mid of [`exclusive/${mediaId}`, mediaId]) {
      const message = { from: its.ada.id, to: its.ben.id, mid };
      await prepareMedia(its.api.db, { ...message, media: [other], lock: { price: 100 } });
      await prepareMedia(its.api.db, { ...message, media: [mediaId] });
    }
    expect((await buy(lockId, 10)).data).toMatchObject({ gemsBalance: 90 });
    expect([await gemsOf(its.ben), await statusFor(its.ben, other), (await page(its.ben))[0]?.isOpen]).toEqual([
      90,
      404,
      true,
    ]);
    await edit([]);
  });

  test('a purchase from before page items had ids of their own stays open', async () => {
    const mediaId = await upload();
    await edit([{ mediaId, price: 50 }]);
    const newId = (await page(its.ben))[0]?.lockId ?? '';
    const of = { from: its.ada.id, to: its.ben.id, mid: `exclusive/${mediaId}` };
    const oldId = lockIdOf(of);
    await prepareMedia(its.api.db, { ...of, media: [mediaId], lock: { price: 30 } });
    await its.api.pool.query(
      `update media_lock set state = 'opened', settled = 'posted', opened_at = now() where id = $1`,
      [oldId],
    );
    // The state that the last migration of 0.1 left.
    for (const [table, column] of [
      ['media_lock', 'id'],
      ['media_share', 'lock_id'],
    ]) {
      await its.api.pool.query(`update ${table} set source = 'page' where ${column} = $1`, [oldId]);
    }
    expect((await page(its.ben))[0]).toMatchObject({ lockId: oldId, isOpen: true });
    expect([(await buy(oldId, 50)).status, (await buy(newId, 50)).status, await gemsOf(its.ben)]).toEqual([
      200, 410, 100,
    ]);
    await edit([]);
  });

  test('a host’s page is edited only by its host, with their own pictures', async () => {
    const mediaId = await upload();
    const foreign = (await sendChat(its.api, its.eve, { file: its.file })).id;
    expect((await edit([{ mediaId: foreign, price: 30 }])).status).toBe(404);
    expect((await edit([{ mediaId: foreign, price: 30 }], its.eve)).status).toBe(403);
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
    expect((await page(its.ada)).length).toBe(1);
    await edit([]);
  });
});
