import { createPushBatcher } from '../../server/domains/push/queue/batch.ts';
import { enqueuePushes } from '../../server/domains/push/queue/enqueue.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/database/connect.ts';
import { medianOf } from '../../tools/test/bench-report.ts';
import { chat, hasId } from '../edge/messages.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres/postgres.ts';
import type { RawClient } from '../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../harness/servers/backend.ts';
import { type PushService, startPushService } from '../harness/servers/push-service.ts';
import { startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import type { Benches } from './bench.ts';

const JOBS = 1_000;
const JOBS_AIM_S = 10;
const FIRST_UID = 800_000_000;
const [SENT, WARM_UP] = [300, 50];
const EDGE_AIM_PERCENT = 3;

type Stage = {
  readonly postgres: TestPostgres;
  readonly service: PushService;
  readonly backend: Backend;
  readonly database: OpenDatabase;
};
let stage: Promise<Stage> | undefined;
let edge: Promise<XmppServer> | undefined;
let round = 0;
/** The last event that the edge enqueued. */
let told: Promise<unknown> = Promise.resolve();

async function open(): Promise<Stage> {
  const [postgres, service] = [await startPostgres(), await startPushService()];
  const backend = await startWholeBackend(postgres.url, { env: { PUSH_HOSTS: service.origin } });
  const database = openDatabase(backend.databaseUrl, () => undefined);
  const { pushKey } = await backend.call('websiteConfig', {});
  await database.pool.query(
    `insert into account (uid, role, nick_name) select $1::bigint + n, 2, 'n' from generate_series(1, $2::int) n`,
    [FIRST_UID, JOBS],
  );
  await database.pool.query(
    `insert into device_token (hash, uid, device) select 'push' || n, $1::bigint + n, 'd' from generate_series(1, $2::int) n`,
    [FIRST_UID, JOBS],
  );
  const browsers = Array.from({ length: JOBS }, () => service.subscribe(pushKey).options);
  await database.pool.query(
    `insert into push_token (session_hash, uid, endpoint, p256dh, auth, sw_scope, vapid_key, lang, zone, shape)
     select 'push' || n, $1::bigint + n, endpoint, p256dh, auth, '/', $2, 'en', 'UTC', 'web'
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as one(endpoint, p256dh, auth, n)`,
    [FIRST_UID, pushKey, ...(['endpoint', 'p256dh', 'auth'] as const).map((name) => browsers.map((one) => one[name]))],
  );
  return { postgres, service, backend, database };
}

/** Time from the enqueuing of all events until the last push arrives at its browser. */
async function jobs(): Promise<number> {
  stage ??= open();
  const { service, database } = await stage;
  round += 1;
  service.received.length = 0;
  const at = Date.now();
  const start = performance.now();
  await enqueuePushes(
    database.db,
    Array.from({ length: JOBS }, (_, n) => ({
      uid: FIRST_UID + n + 1,
      kind: 'message',
      id: `round-${round}`,
      at,
      dueInMs: 0,
      about: { tid: `u_${round}` },
    })),
  );
  await service.until('all pushes', (all) => all.length >= JOBS);
  return (performance.now() - start) / 1_000;
}

/** Time that the edge needs longer, in percent, if the recipient has a push subscription. Both cases alternate. */
async function addedToEdge(): Promise<number> {
  stage ??= open();
  const { database } = await stage;
  const write = createPushBatcher(database.db);
  edge ??= startXmppServer({
    edge: {
      away: {
        request(event) {
          told = write({ ...event, uid: FIRST_UID + 1 });
        },
        seen: () => undefined,
      },
    },
  });
  const server = await edge;
  round += 1;
  const [with_, without] = [700_000 + round * 2, 700_001 + round * 2];
  server.accounts.change(with_, { reach: true });
  const sender = await server.user(699_000 + round);
  const people = [
    { peer: with_, client: await server.user(with_), times: [] as number[] },
    { peer: without, client: await server.user(without), times: [] as number[] },
  ] as const;
  const send = async (to: RawClient, peer: number, id: string) => {
    const start = performance.now();
    sender.send(chat({ id, to: peer, body: 'How are you today?' }));
    await to.take('the message', hasId(id));
    return performance.now() - start;
  };
  for (let n = 0; n < SENT; n += 1) {
    for (const { peer, client, times } of people) times.push(await send(client, peer, `${peer}-${n}`));
  }
  for (const { client } of people) client.cut();
  sender.cut();
  await told;
  const [withDevice, withNone] = people.map(({ times }) => medianOf(times.slice(WARM_UP)));
  return ((withDevice ?? 0) / (withNone ?? 1) - 1) * 100;
}

export const benches: Benches = [
  { name: '1,000 pushes, due at once', unit: 's', aim: JOBS_AIM_S, runs: 3, run: jobs },
  {
    name: 'time that a push subscription adds to a message at the edge',
    unit: '%',
    aim: EDGE_AIM_PERCENT,
    runs: 9,
    run: addedToEdge,
  },
];

export async function close(): Promise<void> {
  await (await edge)?.close();
  const opened = await stage;
  await opened?.database.close();
  await opened?.backend.close();
  await opened?.service.close();
  await opened?.postgres.stop();
}
