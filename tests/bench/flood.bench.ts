import { setTimeout as wait } from 'node:timers/promises';
import xml, { type Element } from '@xmpp/xml';
import { FLOOD_AWAY_MAX_MS } from '../../server/platform/edge/bounds.ts';
import { RATE_LIMITS } from '../../server/platform/limits/rates.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { chat, hasId } from '../edge/messages.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres/postgres.ts';
import type { RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import type { Benches } from './bench.ts';
import { shared } from './support/shared-runs.ts';

const STANZAS = 5_000;
const CALM_PINGS = 300;
const WARM_UP = 50;
const AIM_RATIO = 3;
const RUNS = 3;

type Stage = { readonly server: XmppServer; readonly postgres: TestPostgres };
let stage: Promise<Stage> | undefined;
let uid = 10_000;
let later = 0;

async function open(): Promise<Stage> {
  const postgres = await startPostgres();
  const clock = { now: () => Date.now() + later };
  return { server: await startXmppServer({ postgresUrl: postgres.url, rateLimits: RATE_LIMITS, clock }), postgres };
}

const iq = (id: string, type: string, to: string | undefined, child: Element) =>
  xml('iq', { xmlns: 'jabber:client', type, id, to }, child);
const ping = (id: string) => iq(id, 'get', DOMAIN, xml('ping', { xmlns: 'urn:xmpp:ping' }));
const FLOODS: Readonly<Record<string, (id: string, to: number) => Element>> = {
  messages: (id, to) => chat({ id, to }),
  marks: (id, to) =>
    xml(
      'message',
      { xmlns: 'jabber:client', type: 'chat', id, to: `u_${to}@${DOMAIN}` },
      xml('received', { xmlns: 'urn:xmpp:receipts', id: 'x' }),
    ),
  IQs: ping,
  'archive queries': (id) => iq(id, 'set', undefined, xml('query', { xmlns: 'urn:xmpp:mam:2' })),
};

/** Round-trip times of a client that only pings the server, while `goesOn` is true. */
async function pings(client: RawClient, goesOn: (done: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const id = `ping-${times.length}-${Math.random()}`;
    const start = performance.now();
    client.send(ping(id));
    await client.take('the pong', hasId(id));
    times.push(performance.now() - start);
    // Below the rate limit of IQs.
    await wait(25);
  }
  return times;
}

const p95Of = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const flood = (stanza: (id: string, to: number) => Element) =>
  shared(async () => {
    stage ??= open();
    const { server } = await stage;
    uid += 3;
    const [bystander, victim, flooder] = [
      await server.user(uid),
      await server.user(uid + 1),
      await server.user(uid + 2),
    ];
    await pings(bystander, (done) => done < WARM_UP);
    const calm = await pings(bystander, (done) => done < CALM_PINGS);
    for (let n = 0; n < STANZAS; n += 1) flooder.send(stanza(`f${n}`, uid + 1));
    const stormy = await pings(bystander, () => !flooder.isClosed());
    for (const client of [bystander, victim]) client.cut();
    later += FLOOD_AWAY_MAX_MS;
    return { median: medianOf(stormy) / medianOf(calm), p95: p95Of(stormy) / p95Of(calm) };
  });

export const benches: Benches = Object.entries(FLOODS).flatMap(([name, stanza]) => {
  const figures = flood(stanza);
  const of = `under 5,000 ${name}, times calm`;
  return [
    { name: `a bystander's ping ${of}`, unit: 'count', aim: AIM_RATIO, runs: RUNS, run: figures('median') },
    { name: `95th of 100 pings ${of}`, unit: 'count', aim: AIM_RATIO, runs: RUNS, run: figures('p95') },
  ];
});

export async function close(): Promise<void> {
  const all = await stage;
  await all?.server.close();
  await all?.postgres.stop();
}
