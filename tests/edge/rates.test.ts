import xml from '@xmpp/xml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MESSAGES_BURST } from '../../contract/chat/rules.ts';
import { writeWatch } from '../../contract/people/presence.ts';
import { WATCHES_BURST } from '../../contract/people/rules.ts';
import { HOLD_MS } from '../../server/platform/edge/memory.ts';
import { RATE_LIMITS } from '../../server/platform/limits/rates.ts';
import { barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { chat, errorOf, hasId } from './messages.ts';

let server: XmppServer;
let now = 1_700_000_000_000;
beforeAll(async () => {
  server = await startXmppServer({ clock: { now: () => now }, rateLimits: RATE_LIMITS });
});
afterAll(() => server.close());

/** Sends these messages and returns the ids that were refused for the rate. */
async function refusedOf(client: RawClient, to: number, ids: readonly string[]): Promise<string[]> {
  for (const id of ids) client.send(chat({ id, to }));
  await barrier(client, DOMAIN);
  const refused: string[] = [];
  for (const id of ids) {
    const at = client.frames.findIndex(hasId(id));
    if (at < 0) continue;
    const [answer] = client.frames.splice(at, 1);
    if (answer) expect(errorOf(answer)).toBe('resource-constraint/wait/rate');
    refused.push(id);
  }
  return refused;
}

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test('later messages to a user are refused after a refusal for the rate, until the refused message was sent again', async () => {
  const ann = await server.user(501);
  const burst = ids('a', MESSAGES_BURST + 2);
  const [first = '', second = ''] = burst.slice(MESSAGES_BURST);
  expect(await refusedOf(ann, 502, burst)).toEqual([first, second]);
  now += 5_000;
  // The rate allows a message again, but the first refused one must come first. Messages to another user pass.
  expect(await refusedOf(ann, 502, [second, 'new'])).toEqual([second, 'new']);
  expect(await refusedOf(ann, 503, ['other'])).toEqual([]);
  expect(await refusedOf(ann, 502, [first, second, 'new'])).toEqual([]);
});

test('the order after a refusal for the rate is no longer enforced after a minute', async () => {
  const ann = await server.user(504);
  expect(await refusedOf(ann, 505, ids('f', MESSAGES_BURST + 1))).toEqual([`f${MESSAGES_BURST}`]);
  now += HOLD_MS;
  expect(await refusedOf(ann, 505, ['after'])).toEqual([]);
});

test('a resumed stream still refuses messages that would overtake a refused one', async () => {
  const ann = await server.user(506);
  expect(await refusedOf(ann, 507, ids('r', MESSAGES_BURST + 1))).toHaveLength(1);
  const handled = ann.inbound();
  ann.cut();
  const again = await server.raw();
  await server.login(again, 506);
  again.send(`<resume xmlns='urn:xmpp:sm:3' previd='${ann.resumption}' h='${handled}'/>`);
  await again.take('the resumption', (frame) => frame.name === 'resumed');
  now += 5_000;
  expect(await refusedOf(again, 507, ['overtaking'])).toEqual(['overtaking']);
  expect(await refusedOf(again, 507, [`r${MESSAGES_BURST}`, 'overtaking'])).toEqual([]);
});

test('a user gets no new burst when they reconnect', async () => {
  const ann = await server.user(508);
  expect(await refusedOf(ann, 509, ids('c', MESSAGES_BURST))).toEqual([]);
  ann.cut();
  const again = await server.user(508);
  expect(await refusedOf(again, 509, ['one-more'])).toEqual(['one-more']);
});

test('typing notifications have a larger but limited rate', async () => {
  const ann = await server.user(510);
  const burst = RATE_LIMITS.other.burst;
  const state = xml('composing', { xmlns: 'http://jabber.org/protocol/chatstates' });
  for (let n = 0; n < burst + 5; n += 1) {
    ann.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: `t${n}`, to: `u_511@${DOMAIN}` }, state));
  }
  now += 1_000;
  await ann.take('the last refusal', hasId(`t${burst + 4}`)).then((answer) => {
    expect(errorOf(answer)).toBe('resource-constraint/wait/rate');
  });
});

test('watches of many users have a lower rate than cheap requests', async () => {
  const ann = await server.user(512);
  for (let n = 0; n <= WATCHES_BURST; n += 1)
    ann.send(
      xml('iq', { xmlns: 'jabber:client', type: 'set', id: `w${n}`, to: `gate.${DOMAIN}` }, writeWatch([9001, 9002])),
    );
  expect(errorOf(await ann.take('the last refusal', hasId(`w${WATCHES_BURST}`)))).toBe('resource-constraint/wait/rate');
  // Refusals come in order, so no earlier one is left.
  expect(ann.frames.filter((frame) => frame.getChild('error')?.getChild('refused'))).toEqual([]);
});
