import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HUB_NS, writeRequest } from '../../contract/calls/hub.ts';
import { SIGNALS_BURST } from '../../contract/calls/rules.ts';
import { RATE_LIMITS } from '../../server/platform/limits/rates.ts';
import { barrier, type RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { errorOf, hasId } from './messages.ts';

const SID = 's'.repeat(21);
let server: XmppServer;
let now = 1_700_000_000_000;
beforeAll(async () => {
  server = await startXmppServer({ clock: { now: () => now }, rateLimits: RATE_LIMITS });
});
afterAll(() => server.close());

const iq = (id: string, child: Element, type = 'set') =>
  xml('iq', { xmlns: 'jabber:client', type, id, to: `hub.${DOMAIN}` }, child);
const action = (name: string, json: string, sid = SID) =>
  xml('action', { xmlns: HUB_NS, name, sid }, xml('json', { xmlns: 'urn:xmpp:json:0' }, json));
/** No hub runs here: a request that the edge forwards is answered with service-unavailable. */
const ARRIVED = 'service-unavailable/cancel/undefined';

async function fate(client: RawClient, id: string, stanza: Element): Promise<string> {
  client.send(stanza);
  return errorOf(await client.take(id, hasId(id)));
}

test('known actions pass to the hub rewritten, and all others are refused', async () => {
  const ann = await server.user(701);
  const cases: [string, Element, string][] = [
    ['known', action('CallCheck', '{}'), ARRIVED],
    ['more than asked', action('SessionHeartbeat', '{"flowing":true,"price":1}'), ARRIVED],
    ['unknown', action('GiveGems', '{}'), 'bad-request/modify/unreadable'],
    ['an event', action('PeerAnswered', '{}'), 'bad-request/modify/unreadable'],
    ['no json', action('CallCheck', '{'), 'bad-request/modify/unreadable'],
    ['odd sid', action('CallCheck', '{}', 'x/y'), 'bad-request/modify/unreadable'],
    [
      'odd data',
      action(
        'SessionRequest',
        '{"callee":-1,"kind":"paid","source":"","root":"","shown":{"price":1,"freeSeconds":0,"silver":0}}',
      ),
      'bad-request/modify/unreadable',
    ],
    [
      'own kind',
      action(
        'SessionRequest',
        '{"callee":9,"kind":"first","source":"","root":"","shown":{"price":1,"freeSeconds":0,"silver":0}}',
      ),
      'bad-request/modify/unreadable',
    ],
    [
      'no sdp',
      action('WebRTCContent', '{"signal":{"kind":"description","generation":0,"type":"offer","sdp":"<x>"}}'),
      'bad-request/modify/unreadable',
    ],
    [
      'long candidate',
      action(
        'WebRTCContent',
        `{"signal":{"kind":"candidate","generation":0,"candidate":"candidate:${'x'.repeat(2_000)}","sdpMid":null,"sdpMLineIndex":null}}`,
      ),
      'bad-request/modify/unreadable',
    ],
  ];
  for (const [what, child, expected] of cases) {
    const id = what.replaceAll(' ', '-');
    expect([id, await fate(ann, id, iq(id, child))]).toEqual([id, expected]);
  }
  expect(await fate(ann, 'get', iq('get', action('CallCheck', '{}'), 'get'))).toBe('not-allowed/cancel/not-allowed');
});

test('a burst of ICE candidates passes, a flood is refused, and neither uses the rate of other stanzas', async () => {
  const ann = await server.user(702);
  const signal = { kind: 'candidate', generation: 0, candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 } as const;
  for (let n = 0; n < SIGNALS_BURST + 3; n += 1) {
    ann.send(iq(`c${n}`, writeRequest({ name: 'WebRTCContent', sid: SID, data: { signal } })));
  }
  await barrier(ann, DOMAIN);
  const fates: string[] = [];
  for (let n = 0; n < SIGNALS_BURST + 3; n += 1) fates.push(errorOf(await ann.take(`c${n}`, hasId(`c${n}`))));
  expect(fates.filter((one) => one === ARRIVED)).toHaveLength(SIGNALS_BURST);
  expect(fates.slice(SIGNALS_BURST)).toEqual(Array(3).fill('resource-constraint/wait/rate'));
  now += 1_000;
  expect(await fate(ann, 'later', iq('later', action('CallCheck', '{}')))).toBe(ARRIVED);
});
