import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readRefusal } from '../../../contract/calls/hub.ts';
import { readGiftRefusal, writeGiftRequest } from '../../../contract/gifts/buy.ts';
import type { GiftOrder } from '../../../contract/gifts/gift.ts';
import { chat, errorOf, hasId } from '../../edge/messages.ts';
import { newOpenId, type User } from '../../harness/api.ts';
import { callClient, shownOf } from '../../harness/calls/call-client.ts';
import { fakeGateway } from '../../harness/money/fake-gateway.ts';
import { barrier, type RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const HOST = 9001;
let backend: Backend;
let asha: RawClient;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { gateway: fakeGateway() });
  asha = await backend.connect(await backend.logIn(HOST));
});
afterAll(() => backend?.close());

/** Creates a guest with gems and without a birth date. */
async function ageless(): Promise<{ user: User; openId: string }> {
  const openId = newOpenId();
  const { userInfo: user } = await backend.call('login', { openId, channel: 'guest' });
  await backend.pool.query('update account set birth_date = null where uid = $1', [user.id]);
  return { user, openId };
}
const years = (count: number) => `${new Date().getUTCFullYear() - count}-01-01`;
const rows = async (text: string, ...values: unknown[]) => (await backend.pool.query(text, values)).rows;
let names = 0;
const named = () => {
  names += 1;
  return `age${names}`.padEnd(21, '_');
};

/** Returns for each act 'done', or the reason of its refusal. */
async function acts(user: User, client: RawClient): Promise<Record<string, string>> {
  const id = named();
  const answerTo = async (stanza: Element): Promise<Element> => {
    client.send(stanza);
    return client.take(`the answer to ${stanza.attrs['id']}`, hasId(stanza.attrs['id'] ?? ''));
  };
  // The edge does not answer an accepted message, so the pong of the barrier shows that no error came.
  client.send(chat({ id, to: HOST }));
  await barrier(client, DOMAIN);
  const refused = client.frames.find((frame) => frame.attrs['id'] === id && frame.attrs['type'] === 'error');
  const call = await callClient(client).ask('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: '',
    root: '',
    shown: shownOf(HOST),
  });
  if (call.heard) await callClient(client).hears('CallCancel', call.heard.sid, {});
  const match = await callClient(client).ask('MatchEnter', '', { filter: { lang: '', country: '' } });
  if (match.heard) await callClient(client).hears('MatchLeave', '', {});
  const op = named();
  const data: GiftOrder = {
    op,
    gift: 'rose',
    price: 10,
    to: HOST,
    count: 1,
    where: 'chat',
    sid: '',
    combo: op,
    ask: '',
    lock: '',
  };
  const gift = await answerTo(
    xml(
      'iq',
      { xmlns: 'jabber:client', type: 'set', id: op, to: `gift.${DOMAIN}` },
      writeGiftRequest({ name: 'GiftBuy', data }),
    ),
  );
  const channels = await backend.call('paymentChannels', {}, user);
  const priceId = channels.extend_info.skus.find(({ sku }) => sku === 'g300')?.priceId;
  const order = backend.call('createOrder', { priceId, channel: 'card', scene: {} }, user, named());
  return {
    message: refused ? errorOf(refused) : 'done',
    call: call.heard ? 'done' : String(readRefusal(call.answer)),
    match: match.heard ? 'done' : String(match.refusal),
    gift: readGiftRefusal(gift)?.reason ?? 'done',
    order: await order.then(
      () => 'done',
      (error: Error) => /"result":(\d+).*"code":"(\w+)"/.exec(error.message)?.slice(1).join(' ') ?? error.message,
    ),
  };
}
const DONE = { message: 'done', call: 'done', match: 'done', gift: 'done', order: 'done' };
const REFUSED = { message: 'forbidden/auth/age', call: 'age', match: 'age', gift: 'age', order: '403 age' };

describe('an account without a birth date', () => {
  test('an account without a birth date cannot write, call, give or buy over any interface until the birth date is set', async () => {
    const { user } = await ageless();
    const client = await backend.connect(user);
    expect(await acts(user, client)).toEqual(REFUSED);
    // No refused act left rows or reached the host.
    await barrier(asha, DOMAIN);
    expect(asha.frames.filter((frame) => frame.attrs['from']?.startsWith(`u_${user.id}@`))).toEqual([]);
    for (const table of [
      'call where caller',
      'gift_sent where from_uid',
      'payment_order where uid',
      'archive where out and owner',
    ])
      expect([table, await rows(`select 1 from ${table} = $1`, user.id)]).toEqual([table, []]);
    // The stream stays connected and needs no new login.
    expect(await backend.call('giveAge', { bDay: years(30) }, user)).toEqual({ adult: true });
    await expect.poll(() => acts(user, client), { timeout: 20_000 }).toEqual(DONE);
    client.cut();
  });

  test('an account without a birth date can use profile, settings and export, sign out and be deleted', async () => {
    const { user, openId } = await ageless();
    expect(await backend.call('profile', {}, user)).toMatchObject({ uid: user.id });
    await backend.call('updateProfile', { settings: { darkMode: 'dark' } }, user);
    expect((await backend.call('profile', {}, user)).settings.darkMode).toBe('dark');
    expect(await backend.call('beginExport', {}, user)).toBeDefined();
    expect((await backend.call('closing', {}, user)).waitsFor).toBeNull();
    await backend.call('deleteAccount', { proof: { openId } }, user);
    expect(await rows('select closed_why from account where uid = $1', user.id)).toEqual([{ closed_why: 'asked' }]);
    const other = await ageless();
    await backend.call('logout', {}, other.user);
    expect(await rows('select 1 from device_token where uid = $1 and revoked_at is null', other.user.id)).toEqual([]);
  });
});

test('an underage user is locked out at once: the stream ends, and calls to the API are refused', async () => {
  const { user } = await ageless();
  const client = await backend.connect(user);
  expect(await backend.call('giveAge', { bDay: years(15) }, user)).toEqual({ adult: false });
  await expect.poll(() => rows('select 1 from online_stream where uid = $1', user.id), { timeout: 20_000 }).toEqual([]);
  await expect(backend.call('createOrder', { priceId: 1, channel: 'card', scene: {} }, user, named())).rejects.toThrow(
    '"result":401',
  );
  client.cut();
});
