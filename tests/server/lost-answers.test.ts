import { nanoid } from 'nanoid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BOOKING_STEP_MS } from '../../contract/calls/booking-rules.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import { changeSiteSetting } from '../../server/domains/account/site/settings.ts';
import { lockIdOf, prepareMedia } from '../../server/domains/media/message-media.ts';
import { grant, hold, post } from '../../server/domains/wallet/ledger.ts';
import { forgetSealedAnswers } from '../../server/platform/http/sealed-answers.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';
import { createAuthenticator } from '../harness/authenticator.ts';
import { startConnectProvider } from '../harness/connect.ts';
import { startIdentityProvider } from '../harness/identity.ts';
import { codeIn, readMails } from '../harness/mails.ts';
import { fakeGateway } from '../harness/money/fake-gateway.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { sendChat } from './media/chat-media.ts';
import { picture } from './media/media-files.ts';

const PASSWORD = 'correct horse battery';
const TAX_DETAILS = {
  name: 'Ann Host',
  address: 'Main Street 5',
  country: 'DE',
  taxId: '123456',
  birthDate: '1990-01-01',
};
const WEEKS_AGO = '31 days';

const dataDir = temporaryFolder('lost-answers');
let api: TestApi;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let stripe: Awaited<ReturnType<typeof startConnectProvider>>;
let host: User;
let photo: Buffer;
beforeAll(async () => {
  [provider, stripe] = await Promise.all([startIdentityProvider(), startConnectProvider()]);
  const env = { DATA_DIR: dataDir, ...provider.env, ...stripe.env };
  api = await startApi(inject('postgresUrl'), env, fakeGateway());
  await changeSiteSetting(api.db, 'payoutMinGems', 100);
  await changeSiteSetting(api.db, 'payoutHoldDays', 0);
  host = await api.guest('host');
  await api.pool.query('update account set role = 3 where uid = $1', [host.id]);
  photo = await picture().jpeg().toBuffer();
});
afterAll(async () => {
  await api?.close();
  await provider?.close();
  await stripe?.close();
});

type ChangeName = {
  [K in EndpointName]: Endpoints[K]['effect'] extends 'change' ? K : never;
}[EndpointName];
type Request = { readonly data: object; readonly user?: User; readonly other?: object };
type Guest = { readonly user: User; readonly openId: string; readonly device: string };

async function guest(): Promise<Guest> {
  const [openId, device] = [newOpenId(), newOpenId()];
  const { data } = await api.call('login', { openId, channel: 'guest' }, { device });
  return { user: data.userInfo, openId, device };
}
const rich = async () => {
  const { user } = await guest();
  await grant(api.db, `rich:${user.id}`, user.id, 'gems', 1_000, { type: 'adjust', id: 'rich' });
  return user;
};
const upload = async () => (await sendChat(api, host, { file: photo })).id;
const priceId = async (sku: string) =>
  (
    await api.pool.query(`select id::int from sku_price where sku = $1 and currency = 'USD' order by id desc limit 1`, [
      sku,
    ])
  ).rows[0].id;
const newOrder = async () => ({ priceId: await priceId('g300'), channel: 'card', scene: {} });
async function ordered(user: User, isPaid: boolean) {
  const { orderId } = (await api.call('createOrder', await newOrder(), { user })).data;
  if (isPaid) await api.call('authenticationPayment', { orderId, token: 'token' }, { user });
  return { orderId };
}
async function claimed() {
  const owner = await guest();
  const { code } = (await api.call('beginMove', { openId: owner.openId }, { user: owner.user })).data;
  return { ...owner, code };
}
/** The code in the latest e-mail to an address. */
async function mailedCode(address: string) {
  for (const { close } of api.parts.all.filter(({ name }) => name === 'account')) await close?.();
  return codeIn(readMails(dataDir, address).at(-1));
}
const newAddress = () =>
  `${newOpenId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}@example.org`;
/** A guest to whose address the code of `beginRecoveryEmail` was sent. */
async function addressed() {
  const { user, openId } = await guest();
  const address = newAddress();
  await api.call('beginRecoveryEmail', { address, proof: { openId } }, { user });
  return { user, openId, address, code: await mailedCode(address) };
}
async function recoverable() {
  const owner = await addressed();
  await api.call('confirmRecoveryEmail', { code: owner.code }, { user: owner.user });
  return owner;
}
/** The origin of injected requests. */
const ORIGIN = 'http://localhost:80';
/** A guest, and a passkey that was made for it but not added yet. */
async function newPasskey() {
  const { user, openId } = await guest();
  const device = createAuthenticator(ORIGIN);
  const options = (await api.call('beginPasskey', { proof: { openId } }, { user })).data;
  return { user, openId, device, registration: device.create(options) };
}
async function passkeyOwner() {
  const owner = await newPasskey();
  await api.call('addPasskey', { registration: owner.registration }, { user: owner.user });
  return owner;
}
const ask = (user: User, data: object, other?: object): Request => ({ user, data, ...(other && { other }) });

const ACCOUNT = { holder: 'Ann Host', number: 'DE89 3704 0044 0532 0130 00' };
/** A guest whose profile has all that an applicant needs. */
async function applicant() {
  const { user } = await guest();
  await api.pool.query(
    `update profile set avatar_url = '/media/a', about = 'Maps, mountains and coffee.', country = 'DE', lang = 'de' where uid = $1`,
    [user.id],
  );
  await api.pool.query(`insert into host_identity (uid, ref, state) values ($1, $2, 'verified')`, [user.id, nanoid()]);
  return user;
}
async function newHost() {
  const { user } = await guest();
  await api.pool.query(
    `with made as (update account set role = 3 where uid = $1) insert into anchor (uid, price) values ($1, 30)`,
    [user.id],
  );
  return user;
}

const bookableStart = () => Math.ceil(Date.now() / BOOKING_STEP_MS) * BOOKING_STEP_MS + DAY_MS;
/** A booking that waits for the answer of its host. */
async function proposed() {
  const [viewer, anchor] = [await rich(), await newHost()];
  const proposal = { host: anchor.id, startsAt: bookableStart(), minutes: 10, price: 30 };
  const { data } = await api.call('proposeBooking', proposal, { user: viewer });
  return { viewer, anchor, id: data.bookings[0]?.id ?? '' };
}

/** For each changing endpoint a request that succeeds, and where the endpoint compares bodies, a different body. */
const REQUESTS: { readonly [K in ChangeName]: () => Promise<Request> } = {
  login: async () => ({
    data: { openId: newOpenId(), channel: 'guest' },
    other: { openId: newOpenId(), channel: 'guest' },
  }),
  async userPwdLogin() {
    const { user, openId } = await guest();
    await api.call('setPassword', { passwd: PASSWORD, proof: { openId }, endOthers: false }, { user });
    return { data: { uid: user.id, passwd: PASSWORD }, other: { uid: user.id, passwd: 'another' } };
  },
  logout: async () => ask((await guest()).user, {}),
  async setPassword() {
    const { user, openId } = await guest();
    const change = { passwd: PASSWORD, proof: { openId }, endOthers: true };
    return ask(user, change, { ...change, endOthers: false });
  },
  async beginRecoveryEmail() {
    const { user, openId } = await guest();
    const proof = { openId };
    return ask(user, { address: newAddress(), proof }, { address: newAddress(), proof });
  },
  async confirmRecoveryEmail() {
    const { user, code } = await addressed();
    return ask(user, { code }, { code: code === '00000000' ? '00000001' : '00000000' });
  },
  async removeRecoveryEmail() {
    const { user, openId } = await recoverable();
    return ask(user, { proof: { openId } }, { proof: {} });
  },
  async beginPasskey() {
    const { user, openId } = await guest();
    return ask(user, { proof: { openId } }, { proof: {} });
  },
  async addPasskey() {
    const { user, registration } = await newPasskey();
    return ask(user, { registration }, { registration: (await newPasskey()).registration });
  },
  async removePasskey() {
    const { user, openId } = await passkeyOwner();
    const [{ id = '' } = {}] = (await api.call('sessions', {}, { user })).data.passkeys ?? [];
    return ask(user, { id, proof: { openId } }, { id, proof: {} });
  },
  beginAssertion: async () => ({ data: {} }),
  async passkeyLogin() {
    const { device } = await passkeyOwner();
    const assertion = device.get((await api.call('beginAssertion', {})).data);
    return { data: { assertion }, other: { assertion, restore: true } };
  },
  beginRecovery: async () => ({ data: { address: newAddress() }, other: { address: newAddress() } }),
  async recoverAccount() {
    const { address } = await recoverable();
    await api.call('beginRecovery', { address });
    const change = { address, code: await mailedCode(address), passwd: PASSWORD };
    return { data: change, other: { ...change, passwd: 'another' } };
  },
  async endSession() {
    const { user } = await guest();
    const { sessions } = (await api.call('sessions', {}, { user })).data;
    return ask(user, { id: sessions[0]?.id }, { id: 'f'.repeat(64) });
  },
  async endSecret() {
    const { user, code, openId } = await claimed();
    const { digits } = (await api.call('claimMove', { code, openId: newOpenId() }, { device: 'new' })).data;
    await api.call('confirmMove', { digits }, { user });
    const { secrets } = (await api.call('sessions', {}, { user })).data;
    expect(openId).not.toBe('');
    return ask(user, { id: secrets.find(({ own }) => own)?.id }, { id: 'f'.repeat(64) });
  },
  async giveAge() {
    const { user } = await guest();
    await api.pool.query('update account set birth_date = null where uid = $1', [user.id]);
    // A minor: the account is locked and its token invalid.
    return ask(user, { bDay: new Date().toISOString().slice(0, 10) }, { bDay: '1990-01-01' });
  },
  applyAsHost: async () => ask(await applicant(), { rulesVersion: 1 }),
  startIdentity: async () => ask((await guest()).user, { name: 'Ann Host' }),
  saveTaxDetails: async () => ask(await newHost(), TAX_DETAILS, { ...TAX_DETAILS, name: 'Another' }),
  setHostPrice: async () => ask(await newHost(), { price: 40 }, { price: 50 }),
  setTakingCalls: async () => ask(await newHost(), { on: false }, { on: true }),
  setWeeklyHours: async () =>
    ask(
      await newHost(),
      { weeklyHours: { zone: 'UTC', days: Array(7).fill({ from: 0, to: 60 }) } },
      { weeklyHours: null },
    ),
  savePayoutAccount: async () => ask(await newHost(), ACCOUNT, { ...ACCOUNT, holder: 'Another' }),
  startPayoutSetup: async () => ask(await newHost(), {}),
  async requestPayout() {
    const user = await newHost();
    const held = { operation: `earned:${user.id}`, uid: (await rich()).id };
    await hold(api.db, held.operation, held.uid, 'gems', 1_000, { type: 'call', id: 'earned' });
    await post(api.db, held, user.id, 100);
    await api.pool.query(
      `insert into connected_account (uid, ref, creation, country, state, opened_at, asked_at)
       values ($1, $2, '', '', 'ready', now(), now())`,
      [user.id, nanoid()],
    );
    const money = { amountMinor: 250, currency: 'USD' };
    return ask(user, { gems: 500, money }, { gems: 600, money: { amountMinor: 300, currency: 'USD' } });
  },
  beginExport: async () => ask((await guest()).user, {}),
  async deleteAccount() {
    const { user, openId } = await guest();
    return ask(user, { proof: { openId } }, { proof: {} });
  },
  async beginMove() {
    const { user, openId } = await guest();
    return ask(user, { openId }, { openId: newOpenId() });
  },
  async confirmMove() {
    const { user, code } = await claimed();
    const { digits } = (await api.call('claimMove', { code, openId: newOpenId() }, { device: 'new' })).data;
    return ask(user, { digits }, { digits: null });
  },
  async claimMove() {
    const { code } = await claimed();
    return { data: { code, openId: newOpenId() }, other: { code, openId: newOpenId() } };
  },
  updateProfile: async () => ask((await guest()).user, { about: 'first' }, { about: 'second' }),
  fcmToken: async () => ask((await guest()).user, { fcmToken: '', isUpdate: false }, { fcmToken: '', isUpdate: true }),
  triggerAutoMessage: async () => ask((await guest()).user, { scene: 'login' }, { scene: 'profile' }),
  async proposeBooking() {
    const [viewer, anchor] = [await rich(), await newHost()];
    const proposal = { host: anchor.id, startsAt: bookableStart(), minutes: 10, price: 30 };
    return ask(viewer, proposal, { ...proposal, minutes: 20 });
  },
  async answerBooking() {
    const { anchor, id } = await proposed();
    return ask(anchor, { id, accepts: true }, { id, accepts: false });
  },
  async cancelBooking() {
    const { viewer, id } = await proposed();
    return ask(viewer, { id, gems: 0 }, { id, gems: 1 });
  },
  async callRating() {
    const { user } = await guest();
    const sid = nanoid();
    await api.pool.query(
      `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid, state, minutes,
         start_time, connecting_time, end_time)
       values ($1, 'paid', $2, $3, 'x', 1, 50, 0, true, 'ended', 1, $4, $4, $5)`,
      [sid, user.id, host.id, Date.now() - 60_000, Date.now()],
    );
    return ask(user, { sid, stars: 5 }, { sid, stars: 1 });
  },
  async unlockMessage() {
    const user = await rich();
    const of = { from: host.id, to: user.id, mid: nanoid() };
    await prepareMedia(api.db, { ...of, media: [await upload()], lock: { price: 30 } });
    return ask(user, { lockId: lockIdOf(of), price: 30 });
  },
  async openExclusive() {
    const user = await rich();
    await api.call('editExclusive', { items: [{ mediaId: await upload(), price: 30 }] }, { user: host });
    const { items } = (await api.call('exclusiveItems', { targetUid: host.id }, { user })).data;
    return ask(user, { targetUid: host.id, lockId: items[0]?.lockId, price: 30 });
  },
  editExclusive: async () =>
    ask(host, { items: [{ mediaId: await upload(), price: 30 }] }, { items: [{ mediaId: await upload(), price: 40 }] }),
  consent: async () => {
    const proof = {
      id: nanoid(),
      version: 1,
      textHash: 'a'.repeat(64),
      measurement: true,
      attribution: false,
      how: 'banner',
      language: 'de',
      build: 7,
      at: Date.now(),
    };
    return { data: proof, other: { ...proof, measurement: false } };
  },
  attribution: async () => {
    const texts = [
      'adid',
      'tracker_token',
      'tracker_name',
      'network',
      'campaign',
      'adgroup',
      'creative',
      'click_label',
    ];
    const info = { ...Object.fromEntries(texts.map((name) => [name, name])), state: 'installed', webUuid: nanoid() };
    return ask((await guest()).user, info, { ...info, state: 'reattributed' });
  },
  mediaPass: async () => ask((await guest()).user, {}),
  createOrder: async () => ask((await guest()).user, await newOrder(), { ...(await newOrder()), channel: 'hosted' }),
  async authenticationPayment() {
    const { user } = await guest();
    return ask(user, { ...(await ordered(user, false)), token: 'token' });
  },
  saveBankCard: async () => ask((await guest()).user, { begin: true }),
  async cancelOrder() {
    const { user } = await guest();
    return ask(user, await ordered(user, false));
  },
  async refundOrder() {
    const { user } = await guest();
    return ask(user, { ...(await ordered(user, true)), gems: 300 });
  },
  spendLimits: async () => ask((await guest()).user, { set: { scope: 'use', window: 'day', gems: 100 } }),
  report: async () => {
    const complaint = { targetUid: host.id, reason: 'spam' };
    return ask((await guest()).user, complaint, { ...complaint, note: 'more' });
  },
  support: async () => {
    const complaint = { targetUid: host.id, reason: 'spam' };
    return ask((await guest()).user, complaint, { ...complaint, note: 'more' });
  },
  changeRelation: async () => {
    const change = { targetUid: host.id, action: 'like' };
    return ask((await guest()).user, change, { ...change, action: 'block' });
  },
  autoAddFriend: async () => ask((await guest()).user, { targetUid: host.id }, { targetUid: 9001 }),
  changeFavourite: async () => {
    const change = { targetUid: host.id, favourite: true };
    return ask((await guest()).user, change, { ...change, favourite: false });
  },
  changeOnlineWish: async () => {
    const wish = { targetUid: host.id, wanted: true };
    return ask((await guest()).user, wish, { ...wish, wanted: false });
  },
  async reward() {
    const { user } = await guest();
    await api.call('userTasksCompleted', { taskKey: 'check_in' }, { user });
    return ask(user, { rewardType: 1, open: true });
  },
  userTasksCompleted: async () => ask((await guest()).user, { taskKey: 'check_in' }),
  checkInNotification: async () => ask((await guest()).user, { isRemindCheckIn: true }, { isRemindCheckIn: false }),
};
const CHANGES = Object.keys(REQUESTS) as ChangeName[];

describe('changes whose answer was lost', () => {
  test.each(CHANGES)('a repeated change gets the same answer: %s', async (name) => {
    const { user, data, other } = await REQUESTS[name]();
    const options = { ...(user && { user }), operation: nanoid(), device: newOpenId() };
    const first = await api.call(name, data, options);
    expect([name, first.status, first.msg]).toEqual([name, 200, '']);
    // Two repeats at once: one that the client gave up on, and its next attempt.
    const repeats = await Promise.all([api.call(name, data, options), api.call(name, data, options)]);
    for (const { status, data: again } of repeats) expect([status, again]).toEqual([200, first.data]);
    if (other) expect(await api.call(name, other, options)).toMatchObject({ status: 409 });
  });

  test.each(CHANGES)('a change without an operation id is refused: %s', async (name) => {
    const refused = await api.call(name, {}, { user: host, operation: '' });
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('Idempotency-Key') });
  });

  test('a change with a sealed answer is refused when its operation id can be guessed', async () => {
    const short = await api.call('login', { openId: newOpenId(), channel: 'guest' }, { operation: 'op-short' });
    expect(short).toMatchObject({ status: 400, msg: expect.stringContaining('Idempotency-Key') });
  });
});

describe('stored answers', () => {
  const stored = async () => (await api.pool.query('select * from sealed_answer')).rows;

  test('a stored answer contains no token, no password and no data to guess them by', async () => {
    const openId = newOpenId();
    const operation = nanoid();
    const { data } = await api.call('login', { openId, channel: 'guest' }, { operation });
    const text = JSON.stringify(await stored());
    for (const secret of [openId, data.userInfo.vcToken, operation, String(data.userInfo.id)]) {
      expect(text).not.toContain(secret);
    }
  });

  test('a stored answer belongs to its endpoint and its caller, and another caller cannot get it by the operation id', async () => {
    const [ann, eve] = [await guest(), await guest()];
    const operation = nanoid();
    const own = await api.call('beginExport', {}, { user: ann.user, operation });
    const other = await api.call('beginExport', {}, { user: eve.user, operation });
    expect(other).toMatchObject({ status: 200 });
    expect(other.data.exportId).not.toBe(own.data.exportId);
  });

  test('a stored answer is returned to the invalid token that asked for it, and other calls with that token are refused', async () => {
    const { user, openId, device } = await guest();
    const operation = nanoid();
    const first = await api.call('deleteAccount', { proof: { openId } }, { user, operation });
    expect(first.status).toBe(200);
    const again = { proof: { openId } };
    expect(await api.call('deleteAccount', again, { user, operation: nanoid() })).toMatchObject({ status: 401 });
    await api.call('login', { openId, channel: 'guest', restore: true }, { device });
    // The repeat of the first deletion does not close the account again.
    expect((await api.call('deleteAccount', again, { user, operation })).data).toEqual(first.data);
    expect((await api.pool.query('select closed_at from account where uid = $1', [user.id])).rows).toEqual([
      { closed_at: null },
    ]);
    // A read is still refused.
    expect(await api.call('profile', {}, { user, operation })).toMatchObject({ status: 401 });
  });

  test('a repeated login with a wrong password is refused again', async () => {
    const operation = nanoid();
    const wrong = { uid: 100001, passwd: 'wrong' };
    const first = await api.call('userPwdLogin', wrong, { operation });
    expect([first.status, (await api.call('userPwdLogin', wrong, { operation })).status]).toEqual([401, 401]);
  });

  test('a stored answer is deleted after its retention time', async () => {
    const id = nanoid();
    await api.pool.query(
      `insert into sealed_answer (id, body_mac, answer, created_at) values ($1, '', '', now() - $2::interval)`,
      [id, WEEKS_AGO],
    );
    const before = await stored();
    await forgetSealedAnswers(api.db).run(new AbortController().signal);
    expect((await stored()).map((row) => row.id).toSorted()).toEqual(
      before
        .map((row) => row.id)
        .filter((one) => one !== id)
        .toSorted(),
    );
  });
});
