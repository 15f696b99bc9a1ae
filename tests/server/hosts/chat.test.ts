import xml, { type Element } from '@xmpp/xml';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readEnvelope, readMark, writeMessage } from '../../../contract/chat/message.ts';
import { type Payload, readPayload, writeSent } from '../../../contract/chat/payload.ts';
import { writeGiftRequest } from '../../../contract/gifts/buy.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import { DEMO_HOST_FIRST_UID, DEMO_HOSTS_RUN } from '../../../demo/accounts/rules.ts';
import { FIRST_ACTS } from '../../../demo/hosts/acts.ts';
import { readGiftBudget } from '../../../demo/hosts/gift-budget.ts';
import { openOwnMedia } from '../../../demo/hosts/own-media.ts';
import { wordsOf } from '../../../demo/hosts/phrases.ts';
import { ANSWERS } from '../../harness/host-answers.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const HOST = 9002;
let backend: Backend;
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { hosts: true, hostTempo: 50 });
});
afterAll(() => backend?.close());

const online = async () => {
  const { rows } = await backend.pool.query('select distinct uid::int from online_stream order by uid');
  return rows.map(({ uid }) => uid);
};

test('all demo hosts come online shortly after the start', async () => {
  const everybody = Array.from({ length: DEMO_HOSTS_RUN }, (_, index) => DEMO_HOST_FIRST_UID + index);
  await expect.poll(online, { timeout: 15_000 }).toEqual(everybody);
});

test('a demo host reads, types and answers in the language of the writer', async () => {
  const user = await backend.logIn(100001);
  const client = await backend.connect(user);
  const to = jidOfUid(HOST, DOMAIN);
  const payload = { kind: 'text', body: 'Wer bist du eigentlich?' } as const;
  const envelope = { id: 'who', to, thread: '', os: 'web', pkgName: 'test', nick: '', textAction: '' } as const;
  const message = writeMessage({ ...envelope, payload });
  message.attrs['xmlns'] = 'jabber:client';
  const isFrom = (from = '') => from.startsWith(`${to}/`);

  client.send(message);
  await client.take('the read mark', (frame) => isFrom(frame.attrs['from']) && readMark(frame)?.kind === 'displayed');
  await client.take('the typing notice', (frame) => frame.getChild('composing') !== undefined);
  const answer = await client.take('the answer', (frame) => isFrom(frame.attrs['from']) && !!frame.getChild('body'));
  expect(wordsOf('de').who).toContain(readEnvelope(answer)?.body);
  client.cut();
});

test('a demo host signs in again with a new token when the old one is revoked', async () => {
  await backend.pool.query(
    `update device_token set revoked_at = now() where uid = $1 and revoked_at is null returning pg_notify('token_revoked', hash)`,
    [HOST],
  );
  const tokens = async () => {
    const { rows } = await backend.pool.query('select count(*)::int as tokens from device_token where uid = $1', [
      HOST,
    ]);
    return rows[0].tokens;
  };
  await expect.poll(tokens, { timeout: 15_000 }).toBe(2);
  await expect.poll(online, { timeout: 15_000 }).toContain(HOST);
});

/** Opens Sam's stream with functions that write to this host and take the host's answers in order. */
async function talkTo(host: number) {
  const user = await backend.logIn(100_001);
  const client = await backend.connect(user);
  const to = jidOfUid(host, DOMAIN);
  let sent = 0;
  const isTheirs = (frame: Element) =>
    readEnvelope(frame)?.from.startsWith(`${to}/`) === true || readEnvelope(frame)?.from === to;
  return {
    user,
    client,
    write(payload: Payload): void {
      sent += 1;
      const fixed = { to, thread: '', os: 'web', pkgName: 'test', nick: '', textAction: '' } as const;
      const message = writeMessage({ ...fixed, id: `to-${host}-${sent}`.padEnd(21, '_'), payload }, writeSent);
      message.attrs['xmlns'] = 'jabber:client';
      client.send(message);
    },
    async next(kind: Payload['kind']): Promise<Payload> {
      const frame = await client.take(`${kind} of the host`, (one) => {
        const envelope = readEnvelope(one);
        return (
          isTheirs(one) && readPayload(envelope?.type ?? -1, envelope?.body ?? '', envelope?.x ?? one)?.kind === kind
        );
      });
      const envelope = readEnvelope(frame);
      const payload = envelope && readPayload(envelope.type, envelope.body, envelope.x);
      if (!payload) throw new Error(`unreadable: ${frame}`);
      return payload;
    },
  };
}

test('a demo host sends every kind of message through the edge, in the order of the acts', async () => {
  const { client, write, next } = await talkTo(9003);
  const met: Payload[] = [];
  for (const act of FIRST_ACTS) {
    write({ kind: 'text', body: 'I saw a bird today' });
    for (const kind of ANSWERS[act]) met.push(await next(kind));
  }
  const [open, locked] = met.filter((payload) => payload.kind === 'image');
  expect(open).toMatchObject({ payNeed: false, items: [{ url: expect.stringMatching(/^\/media\/p\//) }] });
  expect(locked).toMatchObject({ payNeed: true, payPrice: 20, items: [{ url: '' }] });
  const { rows } = await backend.pool.query('select from_uid::int, to_uid::int, price, state from media_lock');
  expect(rows).toEqual([{ from_uid: 9003, to_uid: 100_001, price: 20, state: 'locked' }]);
  client.cut();
});

test('a restarted demo host knows what was asked of a user today and what the user can pay', async () => {
  const db = drizzle(backend.pool);
  for (const act of ['locked', 'wish', 'invite'] as const) {
    expect(await readGiftBudget(db, 9003, 100_001, act)).toMatchObject({ mayAsk: false });
    expect(await readGiftBudget(db, 9004, 100_001, act)).toMatchObject({ mayAsk: true });
    expect(await readGiftBudget(db, 9003, 9004, act)).toMatchObject({ mayAsk: false, gifts: [] });
  }
  const { gifts } = await readGiftBudget(db, 9004, 100_001, 'wish');
  expect(gifts).toContain('rose');
  expect(gifts).not.toContain('bouquet');
});

test('a demo host reads every kind of message, reacts to one, and answers in character', async () => {
  const { client, user, write, next } = await talkTo(9005);
  const own = openOwnMedia({ url: backend.url, uid: 9001, token: async () => user.vcToken });
  const { heard } = wordsOf('en');
  const body = async () => {
    const payload = await next('text');
    return payload.kind === 'text' ? payload.body : '';
  };
  const url = await own.urlOf('album');
  write({
    kind: 'image',
    items: [{ url, thumb: url, w: 1, h: 1, blur: '' }],
    body: 'My garden',
    payNeed: false,
    payPrice: 0,
    lockId: '',
  });
  expect(heard.picture).toContain(await body());
  write({ kind: 'audio', url: await own.urlOf('voice'), ms: 1, wave: '0'.repeat(48), played: false });
  expect(heard.voice).toContain(await body());
  write({ kind: 'location', lat: 52.5, lon: 13.4, acc: 1_000, name: 'Berlin' });
  // The third message.
  expect(await next('reaction')).toMatchObject({ of: 'to-9005-3'.padEnd(21, '_') });
  expect(heard.place).toContain(await body());
  write({ kind: 'sticker', id: 'fox/hug', name: '' });
  await next('sticker');
  write({ kind: 'question_answer', q: 3, body: '', options: [] });
  expect(await next('question_answer')).toMatchObject({ to: 'to-9005-5'.padEnd(21, '_') });
  write({ kind: 'question_answer', to: 'x'.repeat(21), choice: 1, body: '', options: [] });
  expect(heard.answer).toContain(await body());
  client.cut();
});

test('a demo host answers a gift with thanks and a sticker', async () => {
  const { client, next } = await talkTo(9006);
  const op = 'thanks'.padEnd(21, '_');
  const order = {
    op,
    gift: 'rose',
    price: 10,
    to: 9006,
    count: 1,
    where: 'chat',
    sid: '',
    combo: op,
    ask: '',
    lock: '',
  } as const;
  const buy = writeGiftRequest({ name: 'GiftBuy', data: order });
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: op, to: jidOfService('gift', DOMAIN) }, buy));
  const thanks = await next('text');
  expect(wordsOf('en').heard.gift).toContain(thanks.kind === 'text' && thanks.body);
  await next('sticker');
  client.cut();
});
