import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { readGiftAnswer, writeGiftRequest } from '../../../contract/gifts/buy.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { chat, hasId } from '../../edge/messages.ts';
import type { User } from '../../harness/api.ts';
import { type CallClient, callClient, shownOf } from '../../harness/calls/call-client.ts';
import { fakeGateway } from '../../harness/money/fake-gateway.ts';
import { barrier } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';

const HOST = 9001;
const boardShape = v.object({ panels: v.array(v.object({ targets: v.array(v.object({ expr: v.string() })) })) });
const namesIn = (text: string) => text.match(/\b(gemcall|nodejs|process)_[a-z0-9_]+/g) ?? [];
let backend: Backend;
let port: number;
let sam: User;
let caller: CallClient;
let host: CallClient;

beforeAll(async () => {
  port = await freePort();
  backend = await startWholeBackend(inject('postgresUrl'), {
    gateway: fakeGateway(),
    env: { METRICS_PORT: String(port) },
  });
  sam = await backend.logIn(100_001);
  caller = callClient(await backend.connect(sam));
  host = callClient(await backend.connect(await backend.logIn(HOST)));
  await backend.pool.query(`insert into allowance_use values ('first', 'uid:100001', 1, 'earlier')`);
});
afterAll(() => backend?.close());

/** Returns every metric with its labels. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}
const figure = async (name: string) => (await figures()).get(name);
const outcome = (what: string) => figure(`gemcall_messages_total{outcome="${what}"}`);

test('the metrics contain the streams, and zero for events that have not happened', async () => {
  const all = await figures();
  expect(all.get('gemcall_streams')).toBe(2);
  expect(all.get('gemcall_messages_total{outcome="kept"}')).toBe(0);
  expect(all.get('gemcall_calls{state="ringing"}')).toBe(0);
  expect(all.get('gemcall_gems_held')).toBe(0);
  expect(all.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(all.get('gemcall_database_seconds_count{pool="general"}')).toBeGreaterThan(0);
});

test('a message is counted as archived and in a batch of the archive, and a refused one as refused', async () => {
  const [kept, batches] = [
    await outcome('kept'),
    await figure('gemcall_archive_batch_messages_sum{outcome="written"}'),
  ];
  caller.client.send(chat({ to: HOST, id: 'm'.repeat(21), body: 'hello' }));
  await host.client.take('the message', hasId('m'.repeat(21)));
  expect(await outcome('kept')).toBe((kept ?? 0) + 1);
  expect(await figure('gemcall_archive_batch_messages_sum{outcome="written"}')).toBe((batches ?? 0) + 1);
  expect(await figure('gemcall_database_seconds_count{pool="archive"}')).toBeGreaterThan(0);

  const refused = await outcome('refused');
  caller.client.send(
    `<message xmlns='jabber:client' type='chat' to='nobody@elsewhere.example' id='x'><body>x</body></message>`,
  );
  await barrier(caller.client, DOMAIN);
  expect(await outcome('refused')).toBe((refused ?? 0) + 1);
});

test('a gift is counted as given, and a refused one as refused', async () => {
  const buy = async (op: string, price: number) => {
    const order = {
      op,
      gift: 'rose',
      price,
      to: HOST,
      count: 1,
      where: 'chat',
      sid: '',
      combo: op,
      ask: '',
      lock: '',
    } as const;
    caller.client.send(
      `<iq xmlns='jabber:client' type='set' id='${op}' to='gift.${DOMAIN}'>${writeGiftRequest({ name: 'GiftBuy', data: order })}</iq>`,
    );
    return caller.client.take('the answer', hasId(op));
  };
  expect(readGiftAnswer('GiftBuy', await buy('g'.repeat(21), 10))).toBeDefined();
  expect(await figure('gemcall_gift_orders_total{answer="given"}')).toBe(1);
  expect((await buy('h'.repeat(21), 11)).attrs['type']).toBe('error');
  expect(await figure('gemcall_gift_orders_total{answer="refused"}')).toBe(1);
});

test('a call and its held gems are in the metrics while it runs, and not after its end', async () => {
  const { sid, startTime } = await caller.hears('SessionRequest', '', {
    callee: HOST,
    kind: 'paid',
    source: 'wall',
    root: 'test',
    shown: shownOf(HOST),
  });
  expect(await figure('gemcall_calls{state="ringing"}')).toBe(1);
  caller.invite(sid, sam.id, HOST, startTime);
  await host.hears('CallCheck', sid, {});
  await host.hears('CallReady', sid, {});
  expect(await figure('gemcall_calls{state="answered"}')).toBe(1);
  await caller.hears('SessionSuccess', sid, {});
  await host.hears('SessionSuccess', sid, {});
  expect(await figure('gemcall_calls{state="connected"}')).toBe(1);
  const { rows } = await backend.pool.query(
    `select sum(amount)::int as held from posting where uid = -1 and currency = 'gems'`,
  );
  expect(rows[0].held).toBeGreaterThan(0);
  expect(await figure('gemcall_gems_held')).toBe(rows[0].held);
  await host.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  expect(await figure('gemcall_calls{state="connected"}')).toBe(0);
  expect(await figure('gemcall_gems_held')).toBe(0);
});

test('the metrics contain the ledger audit with its age, the latency of the XMPP server, and no late job', async () => {
  await expect.poll(() => figure('gemcall_ledger_broken_laws'), { timeout: 20_000, interval: 100 }).toBe(0);
  expect(await figure('gemcall_ledger_audit_age_seconds')).toBeLessThan(60);
  await expect
    .poll(() => figure('gemcall_engine_seconds_count{answer="given"}'), { timeout: 20_000, interval: 100 })
    .toBeGreaterThan(0);
  expect(await figure('gemcall_job_lag_seconds{job="ledger audit"}')).toBe(0);
});

test('the dashboard and the alerts use only existing metrics, and the dashboard uses every metric of the app', async () => {
  const given = new Set([...(await figures()).keys()].map((name) => name.replace(/\{.*/, '')));
  const board: unknown = JSON.parse(readFileSync('deploy/grafana.json', 'utf8'));
  const asked = v
    .parse(boardShape, board)
    .panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
  const alerts = namesIn(readFileSync('docs/operating.md', 'utf8'));
  expect([...asked, ...alerts].filter((name) => !given.has(name))).toEqual([]);
  expect(alerts.length).toBeGreaterThan(5);
  const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
  const shown = new Set(asked.map(family));
  expect([...given].map(family).filter((name) => name.startsWith('gemcall_') && !shown.has(name))).toEqual([]);
});

test('the metrics are served only on their own port and only with a known Host header', async () => {
  const status = async (url: string) => (await fetch(url)).status;
  expect(await status(`${backend.url}/metrics`)).not.toBe(200);
  expect(await status(`http://127.0.0.1:${port}/`)).toBe(404);
  const under = (name: string) =>
    new Promise<number | undefined>((done, failed) => {
      request({ port, host: '127.0.0.1', path: '/metrics', headers: { host: name } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .on('error', failed)
        .end();
    });
  expect(await under('localhost')).toBe(200);
  expect(await under('elsewhere.example')).toBe(421);
});

test('the metrics of the process are served while the database hangs', async () => {
  const locking = await backend.pool.connect();
  onTestFinished(() => locking.release(true));
  await locking.query('begin');
  await locking.query('lock table call in access exclusive mode');
  // The lock is released only after the metrics were read.
  const all = await figures();
  expect(all.get('gemcall_streams')).toBe(2);
  expect([...all.keys()].filter((name) => name.startsWith('gemcall_calls'))).toEqual([]);
  await locking.query('rollback');
});
