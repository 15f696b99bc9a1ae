import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RawClient } from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { startProxy, type TcpProxy } from '../harness/servers/proxy.ts';
import { untaken, watch } from './watch.ts';

/** AWAY_MS=20000 tests the same with a longer outage. */
const AWAY_MS = Number(process.env['AWAY_MS'] ?? 0);
const TRUE_WITHIN_MS = 45_000;
const ANN = 100_001;
const [LEAVES, STAYS, COMES] = [9001, 9002, 9003];
let proxy: TcpProxy;
let server: Backend;
beforeAll(async () => {
  const url = new URL(inject('postgresUrl'));
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  server = await startWholeBackend(url.href);
});
afterAll(async () => {
  proxy.blackhole(false);
  proxy.refuse(false);
  await server?.close();
  await proxy.close();
});

const connect = async (uid: number) => server.connect(await server.logIn(uid));
/** The last status of `uid` that the gate sent to `ann`. */
const toldOf = (ann: RawClient, uid: number) =>
  untaken(ann)
    .filter(([who]) => who === String(uid))
    .at(-1)?.[1];
const becomes = (ann: RawClient, uid: number, status: string) =>
  expect.poll(() => toldOf(ann, uid), { timeout: TRUE_WITHIN_MS, interval: 20 }).toBe(status);

const absences = {
  'that ends every connection': async (whileAway: () => void) => {
    proxy.refuse(true);
    proxy.reset();
    whileAway();
    await wait(AWAY_MS);
    proxy.refuse(false);
  },
  'that drops all packets and ends no connection': async (whileAway: () => void) => {
    const { accepted } = proxy;
    proxy.blackhole(true);
    whileAway();
    // A connection to the database was given up and replaced.
    await expect.poll(() => proxy.accepted, { timeout: 30_000 }).toBeGreaterThan(accepted);
    await wait(AWAY_MS);
    proxy.blackhole(false);
  },
};

test.each(Object.entries(absences))(
  'watchers learn who left during and who came after an outage of the database %s',
  async (_how, absence) => {
    const ann = await connect(ANN);
    const [leaves, stays] = [await connect(LEAVES), await connect(STAYS)];
    await expect
      .poll(async () => watch(ann, [LEAVES, STAYS, COMES]))
      .toEqual({ [LEAVES]: 'online', [STAYS]: 'online', [COMES]: 'offline' });
    const comes = await server.logIn(COMES);
    await absence(() => leaves.cut());
    await becomes(ann, LEAVES, 'offline');
    const there = await server.connect(comes);
    await becomes(ann, COMES, 'online');
    expect(toldOf(ann, STAYS)).not.toBe('offline');
    expect(await watch(ann, [LEAVES, STAYS, COMES])).toEqual({
      [LEAVES]: 'offline',
      [STAYS]: 'online',
      [COMES]: 'online',
    });
    there.close();
    for (const client of [ann, stays]) client.close();
    await expect.poll(async () => (await server.pool.query('select from online_stream')).rowCount).toBe(0);
  },
  120_000,
);
