import { beforeEach, expect, test, vi } from 'vitest';
import type { AppError } from '#contract/result.ts';
import { createAccountCommands } from '../../../../worker/account/commands.ts';
import { refreshAccount } from '../../../../worker/account/refresh.ts';
import { connectionRow } from '../../../../worker/session/connection-row.ts';
import { freshChat, session } from '../support/databases.ts';
import { serverOf, signedIn } from '../support/people.ts';

// Globals of every worker.
vi.hoisted(() => void vi.stubGlobal('location', { host: 'test' }));
beforeEach(() => void vi.stubGlobal('caches', { keys: async () => [], delete: async () => true }));

const password = { way: 'password', uid: session.uid, passwd: 'x' } as const;
const userInfo = { id: session.uid, jid: session.jid, role: 2, vcToken: 't'.repeat(43), nickName: 'Sam' };
const granted = (over: object = {}) => ({
  userInfo: { ...userInfo, ...over },
  completeUserInfoCheck: true,
  componentInfo: session.services,
});

/** A signed-in user signs in again with the response `answer`. */
async function signingIn(answer: () => unknown) {
  const { app, notice, epoch, accepted, guard } = await signedIn();
  const chat = freshChat();
  const ended: string[] = [];
  const tracked: unknown[] = [];
  const { api } = serverOf({ userPwdLogin: answer });
  const commands = createAccountCommands({
    app,
    notice,
    chat,
    api,
    epoch,
    accepted,
    guard,
    queue: { kick() {}, discard: async () => false, stop() {} },
    session: async () => {
      const row = await app.state.get('session');
      return row?.key === 'session' ? row : undefined;
    },
    track: (...event: unknown[]) => void tracked.push(event),
    onSignedIn: async () => {},
    onSigningOut: async () => void ended.push('ended'),
  });
  const thread = {
    id: 9001,
    tid: 'u_9001',
    mainJid: '',
    linkedJid: '',
    linkedUser: { jid: '', uid: 9001, nickName: '' },
  };
  const rest = { unread: 0, lastDate: 1, lastFacts: undefined, lastMid: '', lastOut: false } as const;
  await chat.threads.put({ ...thread, ...rest, lastState: 'success', lastIncoming: 0, dividerMid: '' });
  return { app, chat, commands, ended, tracked };
}

test.each<AppError>([{ code: 'wrong-credentials' }, { code: 'google-refused' }, { code: 'invalid-token' }])(
  'a refused login ($code) deletes the session and ends its operations, and keeps the conversations',
  async (error) => {
    const { app, chat, commands, ended } = await signingIn(() => error);
    expect(await commands.signIn(password)).toEqual({ ok: false, error });
    expect(await app.state.get('session')).toBeUndefined();
    expect(ended).toEqual(['ended']);
    expect(await chat.threads.count()).toBe(1);
  },
);

test.each<AppError>([{ code: 'offline' }, { code: 'timeout' }, { code: 'server-error' }])(
  'a login that fails with $code changes nothing',
  async (error) => {
    const { app, commands, ended } = await signingIn(() => error);
    await commands.signIn(password);
    expect(await app.state.get('session')).toMatchObject({ uid: session.uid });
    expect(ended).toEqual([]);
  },
);

test('a failed login is measured with its reason, and a successful one as a login', async () => {
  const wrong = await signingIn(() => ({ code: 'wrong-credentials' }));
  await wrong.commands.signIn(password);
  expect(wrong.tracked).toEqual([['login_fail', { way: 'password', reason: 'wrong-credentials' }]]);
  const right = await signingIn(() => granted());
  await right.commands.signIn(password);
  expect(right.tracked).toEqual([['login', { way: 'password' }]]);
});

test('a login needs a vcToken', async () => {
  const { app, commands } = await signingIn(() => granted({ vcToken: '' }));
  expect(await commands.signIn(password)).toEqual({
    ok: false,
    error: { code: 'invalid-token', msg: 'invalid token' },
  });
  expect(await app.state.get('session')).toBeUndefined();
});

test('the same user finds the conversations after a failed login, and another user does not', async () => {
  let answer: unknown = { code: 'wrong-credentials' };
  const { app, chat, commands } = await signingIn(() => answer);
  await commands.signIn(password);
  answer = granted();
  await commands.signIn(password);
  expect(await chat.threads.count()).toBe(1);
  expect(await app.state.get('owner')).toBeUndefined();
  answer = { code: 'wrong-credentials' };
  await commands.signIn(password);
  answer = granted({ id: 424_242 });
  await commands.signIn(password);
  expect(await chat.threads.count()).toBe(0);
});

test("the operator's settings and the addresses of the services are stored; those of another domain are not", async () => {
  const { app, accepted } = await signedIn();
  const common = {
    enableUserTaskEntrance: false,
    enablePaidUserFreeCall: false,
    enableCallback: false,
    enableLuckyBox: true,
  };
  const silver = { enableSilverClub: false, silverCallDuration: 45 };
  const { services } = session;
  let componentInfo = { ...services, hub: `hub2.${services.domain}` };
  const { api } = serverOf({
    combineInfo: () => ({
      mainInfo: { componentInfo, blockInfo: { blocked: [9002] }, commonConfig: common, silverInfoConf: silver },
    }),
    enableFavourite: () => ({ enabled: true, max: 500 }),
    friendsRelative: () => ({ counts: { friends: 0, likes: 0, likedMe: 0, favourites: 1, requests: 0 } }),
    profile: () => ({ uid: session.uid, nickName: 'Sam', settings: {} }),
  });
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('site')).toEqual({ key: 'site', common, silver });
  expect(await app.state.get('session')).toMatchObject({ services: componentInfo, nickName: 'Sam' });
  expect(await app.relations.get(9002)).toMatchObject({ blocked: true });
  expect(await app.state.get('counts')).toMatchObject({ favourites: 1, favouritesMax: 500 });
  const known = componentInfo;
  componentInfo = { ...services, domain: 'elsewhere.example', hub: 'hub.elsewhere.example' };
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('session')).toMatchObject({ services: known });
});

test('a missing profile is fetched on demand beside a pending change, and a present one keeps the change', async () => {
  const { app, accepted } = await signedIn();
  await app.state.delete('profile');
  const waiting = {
    uid: session.uid,
    requestId: 'r1',
    endpoint: 'updateProfile',
    data: { settings: { readReceipt: false } },
    at: 1,
  };
  await app.apiQueue.add(waiting as never);
  let nickName = 'Sam';
  const { api } = serverOf({ profile: () => ({ uid: session.uid, nickName, settings: { readReceipt: true } }) });
  const before = await app.state.get('settings');
  expect(await refreshAccount(app, api, accepted)).toEqual({ ok: true, value: null });
  expect(await app.state.get('profile')).toMatchObject({ nickName: 'Sam' });
  expect(await app.state.get('settings')).toEqual(before);
  nickName = 'Older';
  await refreshAccount(app, api, accepted);
  expect(await app.state.get('profile')).toMatchObject({ nickName: 'Sam' });
});

test('a chat login that took too long is a timeout, and a successful one has no error', () => {
  expect(connectionRow('conn-timeout', 3_000, 5, true)).toMatchObject({ error: 'time out', nextTryAt: 3_005 });
  expect(connectionRow('auth-fail', 0, 5, true)).toMatchObject({ error: 'auth-fail', nextTryAt: 0 });
  for (const state of ['connecting', 'connected', 'disconnected'] as const)
    expect(connectionRow(state, 0, 5, true).error).toBe('');
});

test('a login on a cleared device ends the operations of the former account, and removes their data', async () => {
  const { app, chat, commands, ended } = await signingIn(() => granted({ id: 424_242 }));
  // The thread in `chat` represents data that the stream of the former account stored late.
  await app.state.clear();
  await commands.signIn(password);
  expect(ended).toEqual(['ended']);
  expect(await chat.threads.count()).toBe(0);
  expect(await app.state.get('session')).toMatchObject({ uid: 424_242 });
});

test('two concurrent logins leave one account, and no data of the other', async () => {
  let id = 424_241;
  const { app, chat, commands } = await signingIn(() => {
    id += 1;
    return granted({ id });
  });
  await Promise.all([commands.signIn(password), commands.signIn(password)]);
  const row = await app.state.get('session');
  const logouts = await app.apiQueue.toArray();
  expect(row).toMatchObject({ uid: 424_243 });
  expect(logouts.map(({ uid, endpoint }) => [uid, endpoint])).toEqual([
    [session.uid, 'logout'],
    [424_242, 'logout'],
  ]);
  expect(await chat.threads.count()).toBe(0);
});
