import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { hashToken } from '../../server/domains/account/tokens.ts';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { startPostgres } from '../../tools/dev/postgres.ts';
import { type Node, runEjabberd, writeNode } from '../../tools/dev/two/ejabberd.ts';
import { EJABBERD } from '../../tools/installed-tools.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import { DOMAIN, PASS_KEY } from '../harness/servers/xmpp-server.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';
import type { Bench, Benches } from './bench.ts';
import { collectGarbage } from './support/collect-garbage.ts';
import { type LightClient, lightClient } from './support/light-client.ts';
import { cpuOf, cpuOfTree, memoryOf } from './support/processes.ts';
import { shared } from './support/shared-runs.ts';

/** Set fewer to try it out. Each stream takes two sockets of the server and one of this process. */
const [FEW = 1_000, MANY = 5_000] = (process.env['CAPACITY_STREAMS'] ?? '1000,5000').split(',').map(Number);
const STREAMS = [FEW, MANY] as const;
const SIGNED_IN_AT_ONCE = 20;
const PEOPLE = 200;
const [WARM_UP_S, MEASURED_S, LATE_S] = [3, 15, 2];
const FIRST_UID = 500_000_000;
const COMPONENT_SECRET = 'component-secret';
const REST_MS = 1_000;
const IDLE_S = 30;
/** Memory counts as stable when it changes by less than this share between two checks. */
const [LOOKS, QUIET] = [20, 0.005];

type Engine = { readonly pid: number; readonly env: Readonly<Record<string, string>>; stop(): void };
type Stage = {
  readonly product: Product;
  readonly postgres: number;
  readonly engine: () => number;
  /** Collects garbage in the server process, so that its memory is that of its streams. */
  collect(): Promise<void>;
  close(): Promise<void>;
};

/** Server, XMPP server and PostgreSQL, each a process of its own, with accounts for all streams. */
async function open(engine?: Engine): Promise<Stage> {
  const folder = temporaryFolder('capacity');
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), password: 'bench', log: () => undefined });
  await postgres.create('bench');
  const databaseUrl = postgres.url('bench');
  const inspectPort = await freePort();
  const env = { LOG_LEVEL: 'warn', NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`, ...engine?.env };
  const product = await startProduct({ databaseUrl, demo: false, env });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tokens = Array.from({ length: Math.max(...STREAMS) }, (_, n) => hashToken(tokenOf(FIRST_UID + n)));
  await client.query(
    `insert into account (uid, role, nick_name, birth_date) select $1::bigint + n, 2, 'n', '1990-01-01' from generate_series(0, $2::int - 1) n`,
    [FIRST_UID, tokens.length],
  );
  await client.query(
    `insert into device_token (hash, uid, device) select hash, $1::bigint + n - 1, 'd' from unnest($2::text[]) with ordinality as one(hash, n)`,
    [FIRST_UID, tokens],
  );
  await client.query('analyze');
  await client.end();
  return {
    product,
    postgres: postgres.pid,
    engine: () => engine?.pid ?? product.prosodyPid() ?? 0,
    collect: () => collectGarbage(inspectPort),
    async close() {
      await product.stop();
      engine?.stop();
      await postgres.stop();
      removeFolder(folder);
    },
  };
}

const tokenOf = (uid: number) => `token-of-${uid}`;

async function ejabberd(): Promise<Engine> {
  const folder = temporaryFolder('capacity-ejabberd');
  const node: Node = {
    folder,
    ports: { http: await freePort(), c2s: await freePort(), component: await freePort() },
  };
  writeNode(node, DOMAIN, { component: COMPONENT_SECRET, pass: PASS_KEY });
  const running = runEjabberd(node);
  await running.ready;
  return {
    pid: running.pid,
    env: {
      XMPP_URL: `ws://127.0.0.1:${node.ports.http}/xmpp-websocket`,
      XMPP_COMPONENT: `127.0.0.1:${node.ports.component}`,
      XMPP_COMPONENT_SECRET: COMPONENT_SECRET,
      XMPP_PASS_KEY: PASS_KEY,
    },
    stop: () => running.signal('SIGKILL'),
  };
}

async function signIn(
  { product }: Stage,
  from: number,
  count: number,
  onMessage: (id: string) => void = () => undefined,
): Promise<LightClient[]> {
  const clients: LightClient[] = [];
  let next = from;
  await Promise.all(
    Array.from({ length: SIGNED_IN_AT_ONCE }, async () => {
      while (next < from + count) {
        const uid = FIRST_UID + next++;
        clients.push(await lightClient(product.url, uid, tokenOf(uid), onMessage));
      }
    }),
  );
  return clients.toSorted((one, other) => one.uid - other.uid);
}

/** Memory of edge and engine once it is stable. */
async function atRest({ product, engine, collect }: Stage) {
  let before = { edge: 0, engine: 0 };
  for (let look = 0; look < LOOKS; look += 1) {
    await collect();
    const now = { edge: memoryOf(product.serverPid()), engine: memoryOf(engine()) };
    if (
      Math.abs(now.edge - before.edge) < QUIET * now.edge &&
      Math.abs(now.engine - before.engine) < QUIET * now.engine
    )
      return now;
    before = now;
    await wait(REST_MS);
  }
  return before;
}

/** Memory of each further idle stream, above that of a few streams. */
async function idle(stage: Stage) {
  const clients = await signIn(stage, 0, PEOPLE);
  const few = await atRest(stage);
  const perStream: { edge: number; engine: number }[] = [];
  for (const streams of STREAMS) {
    clients.push(...(await signIn(stage, clients.length, streams - clients.length)));
    const now = await atRest(stage);
    const more = streams - PEOPLE;
    perStream.push({ edge: (now.edge - few.edge) / more, engine: (now.engine - few.engine) / more });
  }
  // Idle streams still cost CPU: pings, and rows that keep them online.
  const cpu = () => ({ edge: cpuOf(stage.product.serverPid()), engine: cpuOf(stage.engine()) });
  const [before, since] = [cpu(), performance.now()];
  await wait(IDLE_S * 1_000);
  const [after, minutes] = [cpu(), (performance.now() - since) / 60_000];
  if (!clients.every((client) => client.isOpen())) throw new Error('streams were closed meanwhile');
  for (const client of clients) client.close();
  const [thousand, all] = perStream;
  if (!thousand || !all) throw new Error('nothing was measured');
  return {
    edgeThousand: thousand.edge,
    engineThousand: thousand.engine,
    edgeAll: all.edge,
    engineAll: all.engine,
    edgeCpu: (after.edge - before.edge) / minutes / clients.length,
    engineCpu: (after.engine - before.engine) / minutes / clients.length,
  };
}

/** Pairs of users who write to each other, at `rate` messages per second in total. */
async function load(stage: Stage, rate: number) {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  let arrived = 0;
  let isMeasured = false;
  const clients = await signIn(stage, 0, PEOPLE, (id) => {
    const at = sentAt.get(id);
    if (at === undefined) return;
    sentAt.delete(id);
    arrived += 1;
    if (isMeasured) times.push(performance.now() - at);
  });
  const cpu = () => ({
    edge: cpuOf(stage.product.serverPid()),
    engine: cpuOf(stage.engine()),
    database: cpuOfTree(stage.postgres),
  });
  const begun = performance.now();
  let before = cpu();
  let [sent, arrivedBefore, since] = [0, 0, begun];
  while (performance.now() < begun + (WARM_UP_S + MEASURED_S) * 1_000) {
    if (!isMeasured && performance.now() > begun + WARM_UP_S * 1_000) {
      isMeasured = true;
      [before, arrivedBefore, since] = [cpu(), arrived, performance.now()];
    }
    for (const due = ((performance.now() - begun) * rate) / 1_000; sent < due; sent += 1) {
      const client = clients[sent % clients.length];
      if (!client) continue;
      const id = `load-${rate}-${sent}`;
      sentAt.set(id, performance.now());
      client.say(FIRST_UID + ((client.uid - FIRST_UID) ^ 1), id);
    }
    await wait(4);
  }
  // A server that is too slow has worked only on the messages that arrived, so these are counted.
  const [after, count, tookS] = [cpu(), arrived - arrivedBefore, (performance.now() - since) / 1_000];
  await wait(LATE_S * 1_000);
  for (const client of clients) client.close();
  const share = (part: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN;
  return {
    edge: (after.edge - before.edge) / count,
    engine: (after.engine - before.engine) / count,
    database: (after.database - before.database) / count,
    rate: count / tookS,
    lost: sentAt.size,
    median: share(0.5),
    p95: share(0.95),
  };
}

/** The measurements of one engine. Each starts its own stage and ends it afterwards. */
function figuresOf(start: () => Promise<Stage>) {
  const on =
    <T>(measure: (stage: Stage) => Promise<T>) =>
    async () => {
      const stage = await start();
      try {
        return await measure(stage);
      } finally {
        await stage.close();
      }
    };
  return {
    idle: shared(on(idle)),
    slow: shared(on((stage) => load(stage, 600))),
    fast: shared(on((stage) => load(stage, 800))),
  };
}

function rowsOf(engine: string, start: () => Promise<Stage>): readonly Bench[] {
  const figures = figuresOf(start);
  const few = STREAMS[0].toLocaleString('en');
  const many = STREAMS[1].toLocaleString('en');
  const row = (name: string, unit: Bench['unit'], run: () => Promise<number>): Bench => ({
    name: `${engine}: ${name}`,
    unit,
    runs: 1,
    run,
  });
  const loads = (
    [
      ['600', figures.slow],
      ['800', figures.fast],
    ] as const
  ).flatMap(([rate, of]) => [
    row(`messages a second, of ${rate}`, 'count', of('rate')),
    row(`messages lost at ${rate} a second`, 'count', of('lost')),
    row(`a message at ${rate} a second, median`, 'ms', of('median')),
    row(`a message at ${rate} a second, 95 of 100`, 'ms', of('p95')),
    row(`CPU of a message at ${rate} a second: edge`, 'ms', of('edge')),
    row(`CPU of a message at ${rate} a second: engine`, 'ms', of('engine')),
    row(`CPU of a message at ${rate} a second: database`, 'ms', of('database')),
  ]);
  return [
    row(`memory of an idle stream at the edge, of ${few}`, 'kB', figures.idle('edgeThousand')),
    row(`memory of an idle stream at the engine, of ${few}`, 'kB', figures.idle('engineThousand')),
    row(`memory of an idle stream at the edge, of ${many}`, 'kB', figures.idle('edgeAll')),
    row(`memory of an idle stream at the engine, of ${many}`, 'kB', figures.idle('engineAll')),
    row(`CPU of an idle stream in a minute at the edge, of ${many}`, 'ms', figures.idle('edgeCpu')),
    row(`CPU of an idle stream in a minute at the engine, of ${many}`, 'ms', figures.idle('engineCpu')),
    ...loads,
  ];
}

/** The figures of docs/operating.md. They can only be measured on Linux, and those of ejabberd only where it is installed. */
export const benches: Benches = existsSync('/proc/self/stat')
  ? [
      ...rowsOf('Prosody', () => open()),
      ...(EJABBERD.found() ? rowsOf('ejabberd', async () => open(await ejabberd())) : []),
    ]
  : [];
