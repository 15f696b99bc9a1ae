import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readEnvelope } from '../../contract/chat/message.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { seedStories } from '../../demo/stories.ts';
import { serviceOutboxOf } from '../../server/domains/chat/outbox.ts';
import { serviceOutbox } from '../../server/domains/chat/service-outbox/tables.ts';
import { block, favourite } from '../../server/domains/people/tables.ts';
import { sendDueStories } from '../../server/domains/stories/send.ts';
import { markStorySeen } from '../../server/domains/stories/stories.ts';
import { story } from '../../server/domains/stories/tables.ts';
import { hold } from '../../server/domains/wallet/ledger.ts';
import { onlineStream } from '../../server/platform/realtime/tables.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';

let api: TestApi;
let sam: User;

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  const answer = await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' });
  sam = answer.data.userInfo;
});
afterAll(() => api?.close());

describe('login', () => {
  test('a guest gets an account, a friendly name and the addresses of the services', async () => {
    const { status, result, data } = await api.call('login', { openId: newOpenId(), channel: 'guest' });
    expect([status, result]).toEqual([200, 1]);
    expect(data.userInfo.id).toBeGreaterThanOrEqual(264457100);
    expect(data.userInfo.jid).toBe(`u_${data.userInfo.id}@localhost`);
    expect(data.userInfo.nickName).toMatch(/^Guest \d{4}$/);
    expect(data.userInfo.role).toBe(2);
    expect(data.userInfo.vcToken).toMatch(/^[\w-]{43}$/);
    expect(data.completeUserInfoCheck).toBe(false);
    expect(data.componentInfo).toEqual({
      domain: 'localhost',
      hub: 'hub.localhost',
      gift: 'gift.localhost',
      official: 'official.localhost',
      gate: 'gate.localhost',
    });
  });

  test('the same device secret finds the same account, also when logins come at once', async () => {
    const openId = newOpenId();
    const logins = await Promise.all(
      Array.from({ length: 8 }, () => api.call('login', { openId, channel: 'guest' }, { device: newOpenId() })),
    );
    expect(logins.map(({ result }) => result)).toEqual(Array(8).fill(1));
    expect(new Set(logins.map(({ data }) => data.userInfo.id)).size).toBe(1);
  });

  test('a guessable device secret is refused', async () => {
    expect(await api.call('login', { openId: 'short', channel: 'guest' })).toMatchObject({
      status: 400,
      result: 400,
      msg: 'openId must have at least 22 characters',
    });
  });

  test('a Google login is refused with the reason when no client id is set', async () => {
    expect(await api.call('login', { openId: '', channel: 'google', credential: 'x.y.z' })).toMatchObject({
      status: 400,
      msg: 'login by Google is not configured on this server',
    });
  });

  test('a wrong password, an unknown account and one without a password get the same answer', async () => {
    const answers = await Promise.all([
      api.call('userPwdLogin', { uid: 100001, passwd: 'wrong' }),
      api.call('userPwdLogin', { uid: 424242, passwd: 'gemcall' }),
      api.call('userPwdLogin', { uid: 1, passwd: 'gemcall' }),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, result: 401, msg: 'wrong credentials' });
  });

  test('a host signs in with role 3', async () => {
    const { data } = await api.call('userPwdLogin', { uid: 9001, passwd: 'gemcall' });
    expect(data.userInfo.role).toBe(3);
    expect(data.completeUserInfoCheck).toBe(true);
  });
});

describe('logout', () => {
  test('a logout ends the token, and a repeated logout gets the same answer', async () => {
    const user = await api.guest();
    const change = () => api.call('updateProfile', { about: 'x' }, { user, operation: 'profile-operation' });
    expect(await change()).toMatchObject({ status: 200 });
    const first = await api.call('logout', {}, { user, operation: 'logout-operation' });
    expect(first).toMatchObject({ status: 200, result: 1 });
    expect(await api.call('account', { action: 1 }, { user })).toMatchObject({ status: 401, msg: 'invalid token' });
    expect(await api.call('logout', {}, { user, operation: 'logout-operation' })).toMatchObject({ result: 1 });
    expect(await api.call('logout', {}, { user, operation: 'other-operation' })).toMatchObject({ status: 401 });
    expect(await api.call('logout', {}, { user })).toMatchObject({ status: 401 });
    expect(await change()).toMatchObject({ status: 401 });
  });
});

describe('public endpoints', () => {
  test('the website config states whether demo data and Google login are available', async () => {
    const { data } = await api.call('websiteConfig', {});
    expect(data).toMatchObject({ appDownloadInfo: { iosUrl: '', androidUrl: '' }, googleClientId: '', demo: true });
  });

  test('maintenance is off by default', async () => {
    expect((await api.call('maintenanceStatus', {})).data.maintananceStatus).not.toBe(2);
  });
});

describe('the user’s account', () => {
  test('the account endpoint returns the balances', async () => {
    const { data } = await api.call('account', { action: 1 }, { user: sam });
    expect(data).toEqual({
      gemsBalance: 5000,
      paid: false,
      silverBalance: 0,
      silverSpent: 0,
      locked: false,
      owed: 0,
      adult: true,
      role: 2,
    });
  });

  test('the account endpoint refuses another action', async () => {
    expect(await api.call('account', { action: 2 }, { user: sam })).toMatchObject({ status: 400 });
  });

  test('combineInfo returns the services, the blocked users and the balances', async () => {
    await api.db.insert(block).values({ ownerUid: 100001, blockedUid: 9002 });
    const { data } = await api.call('combineInfo', {}, { user: sam });
    expect(data.mainInfo.blockInfo.blocked).toEqual([9002]);
    expect(data.mainInfo.componentInfo.hub).toBe('hub.localhost');
    expect(data.veegoInfo).toEqual({ gemsBalance: 5000, silverBalance: 0 });
    await api.db.delete(block);
  });

  test('a balance cannot go below zero', async () => {
    expect(await hold(api.db, 'overdraw', sam.id, 'gems', 5001, { type: 'adjust', id: 'overdraw' })).toBe(
      'insufficient',
    );
    await expect(api.pool.query('update wallet set amount = -1 where uid = $1', [sam.id])).rejects.toThrow('postings');
  });
});

describe('the profile', () => {
  test('a profile update changes only the given fields', async () => {
    const user = await api.guest();
    await api.call('updateProfile', { about: 'hello', bDay: '2000-02-29', gender: 'female' }, { user });
    await api.call('updateProfile', { nickName: ' Nina ', country: 'FR' }, { user });
    const { data } = await api.call('profile', {}, { user });
    const expected = {
      nickName: 'Nina',
      about: 'hello',
      gender: 'female',
      bDay: '2000-02-29',
      country: 'FR',
      lang: '',
    };
    expect(data).toMatchObject({ uid: user.id, avatarUrl: '', ...expected });
  });

  test('an empty profile update changes nothing', async () => {
    expect(await api.call('updateProfile', {}, { user: sam })).toMatchObject({ result: 1, data: { uid: 100001 } });
  });

  test.each([
    { nickName: '' },
    { nickName: '\u200b\u200b' },
    { nickName: 'Nina\u202e' },
    { nickName: '\u2800' },
    { nickName: `Z${'\u0336'.repeat(40)}` },
    { nickName: 7 },
    { about: 'x'.repeat(501) },
    { gender: 'cat' },
    { bDay: '2001-02-30' },
    { bDay: '2999-01-01' },
    { bDay: 'yesterday' },
    { country: 'fr' },
    { lang: 'english' },
  ])('a profile update refuses %j and names the field', async (change) => {
    const answer = await api.call('updateProfile', change, { user: sam });
    expect(answer).toMatchObject({ status: 400, result: 400 });
    expect(answer.msg).toContain(Object.keys(change)[0]);
  });
});

describe('the host list', () => {
  test('an item of the host list has every field that is shown', async () => {
    const { data } = await api.call('hotAnchors', {}, { user: sam });
    const anchor = data.anchors.find(({ uid }) => uid === 9001);
    expect(anchor).toMatchObject({ jid: 'u_9001@localhost', nickName: 'Asha (demo)', status: 'offline', lang: 'hi' });
    expect(anchor?.about).toContain('डेमो होस्ट');
    expect(anchor?.age).toBeGreaterThanOrEqual(18);
    expect(data.anchors.every(({ price }) => price >= 20 && price <= 120)).toBe(true);
  });

  test.each([{ cursor: 'zzz' }, { cursor: '1.2' }, { limit: 0 }, { limit: 1.5 }])(
    'hotAnchors refuses %j',
    async (data) => {
      expect(await api.call('hotAnchors', data, { user: sam })).toMatchObject({ status: 400 });
    },
  );

  test('the online status covers addresses of the own domain and ignores foreign ones', async () => {
    await api.pool.query(`insert into online_stream (stream_id, uid, process_id) values ('s3', 9003, 'p')`);
    const targetJid = ['u_9003@localhost', 'u_9004@localhost/tab', 'u_9003@elsewhere', 'hub.localhost'];
    const { data } = await api.call('onlineStatus', { targetJid }, { user: sam });
    expect(data.onlineStatus).toEqual([
      { jid: 'u_9003@localhost', status: 'online' },
      { jid: 'u_9004@localhost', status: 'offline' },
    ]);
  });
});

describe('stories', () => {
  const read = async (user: User, data: object = {}) => (await api.call('stories', data, { user })).data;

  test('stories come newest first, page by page, each once, without inactive and malformed ones', async () => {
    const guest = await api.guest();
    await seedStories(api.db);
    await seedStories(api.db);
    const good = { anchorUid: 9_010, cover: '', steps: [{ step: 1, kind: 'line', words: 'hi' }] };
    const createdAt = new Date('2020-01-01');
    await api.db
      .insert(story)
      .values([
        ...Array.from({ length: 29 }, (_, index) => ({ ...good, id: `old-${index}`, createdAt })),
        { ...good, id: 'off', isActive: false },
        { ...good, id: 'bad-steps', steps: [{ step: 1, kind: 'dance' }] },
        { ...good, id: 'bad-cover', cover: 'https://elsewhere.example/x.png' },
      ]);
    const first = await read(guest);
    const second = await read(guest, { cursor: first.nextCursor });
    const ids = [...first.stories, ...second.stories].map(({ storyId }) => storyId);
    expect(ids.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => `demo-${9_001 + index}`));
    expect(new Set(ids).size).toBe(37);
    expect(ids).toHaveLength(37);
    expect(second.nextCursor).toBe('');
    expect(first.stories[0]).toMatchObject({ anchor: { uid: 9_001, nickName: 'Asha (demo)' }, seenStep: 0 });
    for (const cursor of ['x', '1', '1.', `${'9'.repeat(16)}.a`, "1.a'b"])
      expect(await api.call('stories', { cursor }, { user: guest })).toMatchObject({ status: 400 });
  });

  test('stories remember the furthest step of each user', async () => {
    const guest = await api.guest();
    const seenBy = async (user: User, seen?: object) =>
      (await read(user, seen ? { seen } : {})).stories.find(({ storyId }) => storyId === 'demo-9002')?.seenStep;
    expect(await seenBy(guest, { storyId: 'demo-9002', step: 3 })).toBe(3);
    expect(await seenBy(guest, { storyId: 'demo-9002', step: 2 })).toBe(3);
    expect(await seenBy(guest, { storyId: 'none', step: 2 })).toBe(3);
    expect(await seenBy(await api.guest())).toBe(0);
    for (const step of [0, 100, 1.5, '1'])
      expect(await api.call('stories', { seen: { storyId: 'demo-9002', step } }, { user: guest })).toMatchObject({
        status: 400,
      });
  });

  describe('stories as messages', () => {
    const NOW = Date.UTC(2026, 5, 10, 12);
    const said = async () =>
      (await api.db.select().from(serviceOutbox)).flatMap(({ toUid, peer, payload }) =>
        payload.kind === 'story_line_call' ? [{ uid: toUid, peer, story: payload.story }] : [],
      );
    const talk = (uid: number, host: number, at: number) =>
      api.pool.query(
        `insert into archive (owner, peer, out, mid, at, stanza) values ($1, $2, true, $3, to_timestamp($4), '')`,
        [uid, host, `${uid}-${host}`, at / 1_000],
      );
    const comeOnline = async (uid: number) =>
      api.db.insert(onlineStream).values({ streamId: `s${uid}`, uid, processId: 'p' });

    test('a story is sent once a day to a user whose app is open, of a host they favour or talked to before that day, across no block or closed country, and never twice', async () => {
      await seedStories(api.db);
      const [one, two, absent] = [await api.guest(), await api.guest(), await api.guest()].map(({ id }) => Number(id));
      if (!one || !two || !absent) throw new Error('nobody');
      for (const uid of [one, two]) await comeOnline(uid);
      for (const uid of [one, absent]) await talk(uid, 9_005, NOW - DAY_MS);
      await talk(two, 9_005, NOW);
      expect(await sendDueStories(api.db, NOW)).toBe(1);
      expect(await sendDueStories(api.db, NOW)).toBe(0);
      const waiting = await serviceOutboxOf(api.db, 'localhost', 'official').next();
      const sent = waiting.map(({ stanza }) => readEnvelope(stanza)).find((one) => one?.type === 46);
      expect(sent).toMatchObject({ identify: 'story.demo9005', step: 1 });
      expect(await said()).toEqual([{ uid: one, peer: 9_005, story: 'demo-9005' }]);
      await api.db.insert(favourite).values([
        { uid: two, targetUid: 9_006 },
        { uid: two, targetUid: 9_007 },
      ]);
      await markStorySeen(api.db, two, { storyId: 'demo-9006', step: 6 });
      await api.db.insert(block).values({ ownerUid: 9_005, blockedUid: two });
      // A viewer in a country that the host closed, and one whose stream belongs to a closed app that got a push.
      const [barred, headless] = [await api.guest(), await api.guest()].map(({ id }) => Number(id));
      if (!barred || !headless) throw new Error('no guests');
      await comeOnline(barred);
      await api.db
        .insert(onlineStream)
        .values({ streamId: `s${headless}`, uid: headless, processId: 'p', brief: true });
      await api.pool.query(`update profile set country = 'DE' where uid = $1`, [barred]);
      await api.pool.query(
        `insert into account_settings (uid, changed) values (9008, '{"closedCountries": ["DE"]}')
           on conflict (uid) do update set changed = excluded.changed`,
      );
      await api.db.insert(favourite).values([barred, headless].map((uid) => ({ uid, targetUid: 9_008 })));
      for (const later of [1, 2, 3]) await sendDueStories(api.db, NOW + later * DAY_MS);
      expect(await said()).toEqual([
        { uid: one, peer: 9_005, story: 'demo-9005' },
        { uid: two, peer: 9_007, story: 'demo-9007' },
      ]);
    });
  });

  test('stories of a host are not shown across a block, whichever side blocked', async () => {
    const guest = await api.guest();
    await api.db.insert(block).values([
      { ownerUid: Number(guest.id), blockedUid: 9_003 },
      { ownerUid: 9_004, blockedUid: Number(guest.id) },
    ]);
    const ids = (await read(guest)).stories.map(({ storyId }) => storyId);
    expect(ids).toContain('demo-9002');
    expect(ids).not.toContain('demo-9003');
    expect(ids).not.toContain('demo-9004');
  });
});
