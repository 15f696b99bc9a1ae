import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { approveApplications } from '../../../demo/operator.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
});
afterAll(() => api?.close());

let ann: User;
let viewer: User;
beforeEach(async () => {
  [ann, viewer] = [await api.guest('of-ann'), await api.guest('of-viewer')];
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = any($1)`, [[ann.id, viewer.id]]);
  await completeProfile(ann.id);
});

const completeProfile = (uid: number) =>
  api.pool.query(
    `update profile set avatar_url = '/media/a', about = 'Maps, mountains and coffee.', country = 'DE', lang = 'de' where uid = $1`,
    [uid],
  );
const hostingOf = async (user: User) => (await api.call('hosting', {}, { user })).data;
const apply = (user: User) => api.call('applyAsHost', { rulesVersion: 1 }, { user });
const roleOf = async (user: User) => (await api.call('account', { action: 1 }, { user })).data.role;
const newest = async () =>
  (await api.call('newAnchors', { lang: '', limit: 1 }, { user: viewer })).data.anchors.map(({ uid }) => uid);

describe('an application to be a host', () => {
  test('is refused while the profile lacks a part, and names the part', async () => {
    await api.pool.query(`update profile set about = 'short' where uid = $1`, [ann.id]);
    expect(await hostingOf(ann)).toEqual({
      state: 'none',
      reason: '',
      missing: ['about'],
      identity: null,
      hasClip: false,
      host: null,
    });
    expect((await apply(ann)).status).toBe(409);
    expect((await hostingOf(ann)).state).toBe('none');
  });

  test('is refused from a host, also from one who never applied', async () => {
    await api.pool.query('update account set role = 3 where uid = $1', [ann.id]);
    await api.pool.query('insert into anchor (uid, price) values ($1, 30)', [ann.id]);
    expect((await apply(ann)).status).toBe(409);
    expect((await api.pool.query('select from host_application where uid = $1', [ann.id])).rowCount).toBe(0);
  });

  test('makes the applicant a listed host at the lowest price when the operator accepts it', async () => {
    expect((await apply(ann)).data).toMatchObject({ state: 'submitted', host: null });
    expect(await operate(api.db, ['host', 'show', `${ann.id}`])).toContain('about: Maps, mountains and coffee.');
    await operate(api.db, ['host', 'accept', `${ann.id}`], { yes: false });
    expect(await roleOf(ann)).toBe(2);

    await operate(api.db, ['host', 'accept', `${ann.id}`], { reason: 'a good portrait' });
    expect(await roleOf(ann)).toBe(3);
    expect(await newest()).toEqual([ann.id]);
    expect(await hostingOf(ann)).toMatchObject({ state: 'accepted', host: { price: 20, isTakingCalls: true } });
    const { rows } = await api.pool.query('select command, reason from operator_log order by id desc limit 1');
    expect(rows).toEqual([{ command: 'host accept', reason: 'a good portrait' }]);
    await expect(operate(api.db, ['host', 'accept', `${ann.id}`])).rejects.toThrow('no application that waits');
  });

  test('can be sent again after it was returned or declined with a message', async () => {
    await apply(ann);
    await operate(api.db, ['host', 'return', `${ann.id}`, 'A brighter portrait, please']);
    expect(await hostingOf(ann)).toMatchObject({ state: 'returned', reason: 'A brighter portrait, please' });
    expect((await apply(ann)).data).toMatchObject({ state: 'submitted', reason: '' });
    await operate(api.db, ['host', 'decline', `${ann.id}`, 'Not this time']);
    expect(await hostingOf(ann)).toMatchObject({ state: 'declined', reason: 'Not this time' });
    const { rows } = await api.pool.query(
      `select payload ->> 'body' as body from service_outbox where to_uid = $1 and payload ->> 'kind' = 'text' order by id`,
      [ann.id],
    );
    expect(rows.map(({ body }) => body)).toEqual(['A brighter portrait, please', 'Not this time']);
    expect((await apply(ann)).data.state).toBe('submitted');
  });

  test('is accepted once when two operators accept it at the same time', async () => {
    await apply(ann);
    const both = await Promise.allSettled([1, 2].map(() => operate(api.db, ['host', 'accept', `${ann.id}`])));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await roleOf(ann)).toBe(3);
  });

  test('is accepted by the operator of the demo once it has waited', async () => {
    await apply(ann);
    await approveApplications(api.db, false, 60_000);
    expect((await hostingOf(ann)).state).toBe('submitted');
    await approveApplications(api.db, false, 0);
    expect((await hostingOf(ann)).state).toBe('accepted');
  });
});

describe('a suspended host', () => {
  const makeHost = async () => {
    await apply(ann);
    await operate(api.db, ['host', 'accept', `${ann.id}`]);
    await api.call('setHostPrice', { price: 60 }, { user: ann });
  };

  test('is not listed, is no host for viewers, and cannot apply', async () => {
    await makeHost();
    await operate(api.db, ['host', 'suspend', `${ann.id}`, 'Read the rules']);
    expect(await roleOf(ann)).toBe(2);
    expect(await hostingOf(ann)).toMatchObject({ state: 'suspended', reason: 'Read the rules', host: null });
    expect(await newest()).not.toContain(ann.id);
    expect((await api.call('contactPopup', { targetUid: ann.id }, { user: viewer })).data.anchor).toBeNull();
    expect((await apply(ann)).status).toBe(409);
    expect((await api.call('setHostPrice', { price: 40 }, { user: ann })).status).toBe(403);
  });

  test('is found by a part of the name like other hosts, but a user is not', async () => {
    await makeHost();
    await operate(api.db, ['host', 'suspend', `${ann.id}`, 'Read the rules']);
    const nick = (uid: number, name: string) =>
      api.pool.query('update account set nick_name = $2 where uid = $1', [uid, name]);
    await nick(ann.id, '100%_Ann');
    await nick(viewer.id, '100%_Ann too');
    const found = `${ann.id} 100%_Ann: suspended`;
    expect(await operate(api.db, ['hosts', '0%_ann'])).toBe(found);
    expect(await operate(api.db, ['hosts', '100_%'])).toBe('there is no such host');
    await operate(api.db, ['host', 'reinstate', `${ann.id}`]);
    expect(await operate(api.db, ['hosts', 'ANN'])).toContain(`${ann.id} 100%_Ann: 60 gems a minute`);
    expect(await operate(api.db, ['hosts', 'ÀNN １００'])).toContain(`${ann.id} 100%_Ann`);
    expect(await operate(api.db, ['hosts'])).toContain(`${ann.id} 100%_Ann`);
  });

  test('is listed with the former price, place and silver club when reinstated', async () => {
    await makeHost();
    await api.pool.query(`update anchor set rank = 7, is_silver = true, created_at = '2026-01-01' where uid = $1`, [
      ann.id,
    ]);
    await operate(api.db, ['host', 'suspend', `${ann.id}`, 'Read the rules']);
    await operate(api.db, ['host', 'reinstate', `${ann.id}`]);
    expect(await hostingOf(ann)).toMatchObject({ state: 'accepted', reason: '', host: { price: 60 } });
    const { rows } = await api.pool.query(
      `select rank, is_silver, created_at = '2026-01-01' as old, paid_minutes_recent from anchor where uid = $1`,
      [ann.id],
    );
    expect(rows).toEqual([{ rank: 7, is_silver: true, old: true, paid_minutes_recent: 0 }]);
    await expect(operate(api.db, ['host', 'reinstate', `${ann.id}`])).rejects.toThrow('is not suspended');
  });
});

describe('the price of a host', () => {
  const setPrice = (price: number) => api.call('setHostPrice', { price }, { user: ann });
  beforeEach(async () => {
    await apply(ann);
    await operate(api.db, ['host', 'accept', `${ann.id}`]);
  });

  test('is refused outside the bounds and steps of the operator', async () => {
    for (const price of [10, 25, 510]) expect((await setPrice(price)).status).toBe(400);
    await changeSiteSetting(api.db, 'hostPriceMax', 50);
    expect((await setPrice(60)).status).toBe(400);
    expect((await setPrice(50)).data.host).toMatchObject({ price: 50, bounds: { min: 20, max: 50, step: 10 } });
    await changeSiteSetting(api.db, 'hostPriceMax', undefined);
  });

  test('changes three times a day, also when the changes arrive at the same time', async () => {
    const all = await Promise.all([30, 40, 50, 60, 70].map(setPrice));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
    expect((await hostingOf(ann)).host?.priceChangesLeft).toBe(0);
    const { host } = await hostingOf(ann);
    expect((await setPrice(host?.price ?? 0)).status).toBe(200);
    await api.pool.query(`update host_price_change set at = at - interval '25 hours' where uid = $1`, [ann.id]);
    expect((await setPrice(80)).data.host).toMatchObject({ price: 80, priceChangesLeft: 2 });
  });

  test('is the same in lists, on the profile and in the answer for conversations', async () => {
    await setPrice(70);
    const list = (await api.call('newAnchors', { lang: '', limit: 1 }, { user: viewer })).data.anchors;
    const card = (await api.call('contactPopup', { targetUid: ann.id }, { user: viewer })).data.anchor;
    const jid = list[0]?.jid ?? '';
    const { anchorAccountInfo } = (await api.call('anchorAccount', { targetJid: [jid] }, { user: viewer })).data;
    expect([list[0]?.price, card?.price, anchorAccountInfo[0]?.privateChatPrice]).toEqual([70, 70, 70]);
  });
});
