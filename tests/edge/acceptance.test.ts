import xml, { type Element } from '@xmpp/xml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Acceptance, readGatePong } from '../../contract/chat/acceptance.ts';
import { GATE_NS, readEnvelope } from '../../contract/chat/message.ts';
import { RATE_LIMITS } from '../../server/platform/limits/rates.ts';
import { comparePlaces } from '../../worker/db/reads/message-order.ts';
import type { RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import { ask } from './archive/archive-queries.ts';
import { chat, hasId } from './messages.ts';

let server: XmppServer;
let now = Date.now();
beforeAll(async () => {
  server = await startXmppServer({
    postgresUrl: inject('postgresUrl'),
    // Time stands still for a while, so that stamps of different senders are equal.
    clock: { now: () => now },
    rateLimits: { ...RATE_LIMITS, message: { perSecond: 10_000, burst: 10_000 } },
  });
});
afterAll(() => server.close());

let pings = 0;
/** Pings the gate, and returns the acceptances in its pong. */
async function accepted(client: RawClient, ...inside: Element[]): Promise<readonly Acceptance[]> {
  pings += 1;
  const id = `ping-${pings}`;
  const ping = xml('ping', { xmlns: 'urn:xmpp:ping' }, ...inside);
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id, to: `gate.${DOMAIN}` }, ping));
  return readGatePong(await client.take('the pong', hasId(id))).acceptances;
}

/** The messages of the client's archive in the order that a device shows: by stamp, then by archive id. */
async function inOrder(client: RawClient): Promise<{ mid: string; at: number; archiveId: number }[]> {
  now += 10_000;
  const { items } = await ask(client);
  return items
    .map(({ id, mid, message }) => ({ mid, at: readEnvelope(message)?.at ?? 0, archiveId: Number(id) }))
    .toSorted((a, b) => comparePlaces([a.at, a.archiveId], [b.at, b.archiveId]));
}

test('a pong states the stamp and the archive id of each message that was accepted since the last one', async () => {
  const [ann, ben] = [await server.user(301), await server.user(302)];
  for (const id of ['a', 'b']) ann.send(chat({ id, to: 302 }));
  const acceptances = await accepted(ann);
  expect(acceptances.map(({ id }) => id)).toEqual(['a', 'b']);
  const seen = await Promise.all(['a', 'b'].map((id) => ben.take('the message', hasId(id))));
  expect(acceptances.map(({ at }) => at)).toEqual(seen.map((message) => readEnvelope(message)?.at));
  expect(await accepted(ann)).toEqual([]);
  expect(await inOrder(ann)).toEqual(acceptances.map(({ id: mid, at, archiveId }) => ({ mid, at, archiveId })));
});

test('a message that is sent again is accepted with its first stamp and archive id', async () => {
  const ann = await server.user(311);
  ann.send(chat({ id: 'again', to: 312 }));
  const first = await accepted(ann);
  now += 60_000;
  ann.send(chat({ id: 'again', to: 312 }));
  expect(first).toHaveLength(1);
  expect(await accepted(ann)).toEqual(first);
});

test('a refused message and a mark have no acceptance', async () => {
  const ann = await server.user(321);
  server.setArchiveDown(true);
  ann.send(chat({ id: 'down', to: 322 }));
  await ann.take('the refusal', hasId('down'));
  server.setArchiveDown(false);
  const mark = xml('received', { xmlns: 'urn:xmpp:receipts', id: 'x' });
  ann.send(xml('message', { xmlns: 'jabber:client', type: 'chat', id: 'mark', to: `u_322@${DOMAIN}` }, mark));
  expect(await accepted(ann)).toEqual([]);
});

test('an acceptance that a client writes into its ping is not repeated by the gate', async () => {
  const ann = await server.user(331);
  const forged = xml('accepted', { xmlns: GATE_NS, id: 'forged', at: 1, archive: 1 });
  expect(await accepted(ann, forged)).toEqual([]);
});

test('two peers with two devices each have the same order when they write at the same time', async () => {
  const devices = await Promise.all([341, 341, 342, 342].map((uid) => server.user(uid)));
  const [ann, , ben] = devices;
  for (let n = 0; n < 10; n += 1) {
    for (const [at, device] of devices.entries()) device.send(chat({ id: `d${at}-${n}`, to: at < 2 ? 342 : 341 }));
    if (n % 3 === 0) await Promise.all(devices.map((device) => accepted(device)));
  }
  await Promise.all(devices.map((device) => accepted(device)));
  const [anns, bens] = [ann ? await inOrder(ann) : [], ben ? await inOrder(ben) : []];
  expect(anns).toHaveLength(40);
  // The stamps of the four streams are partly equal: only the archive ids decide.
  expect(new Set(anns.map(({ at }) => at)).size).toBeLessThan(40);
  expect(anns.map(({ mid }) => mid)).toEqual(bens.map(({ mid }) => mid));
});
