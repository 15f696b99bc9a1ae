import pg from 'pg';
import { medianOf } from '../../tools/test/bench-report.ts';
import { ask } from '../edge/archive/archive-queries.ts';
import { chat, hasId } from '../edge/messages.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres/postgres.ts';
import type { RawClient } from '../harness/raw-client.ts';
import { DOMAIN, startXmppServer, type XmppServer } from '../harness/servers/xmpp-server.ts';
import type { Benches } from './bench.ts';

const STORED = 100_000;
const OWNER = 700_001;
/** The owner has half of their messages with OFTEN, and one in a thousand with SELDOM. */
const [OFTEN, SELDOM] = [700_002, 700_003];
const PAGE_AIM_MS = 20;
const SEND_AIM_MS = 5;
const [ASKED, SENT, WARM_UP] = [20, 200, 20];

type Stage = {
  readonly postgres: TestPostgres;
  readonly server: XmppServer;
  readonly owner: RawClient;
  readonly peer: RawClient;
  /** Archive id of the owner's middle row. */
  readonly middle: string;
};
let stage: Promise<Stage> | undefined;

async function open(): Promise<Stage> {
  const postgres = await startPostgres();
  const server = await startXmppServer({ postgresUrl: postgres.url });
  const middle = await fill(server.archiveUrl);
  return { postgres, server, middle, owner: await server.user(OWNER), peer: await server.user(OFTEN) };
}

/** Stores 100,000 messages of the owner, interleaved with twice as many of other accounts. */
async function fill(url: string | undefined): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into archive (owner, peer, out, mid, at, stanza)
     select case when n % 3 = 0 then $2::bigint else 710000 + n % 500 end,
            case when n % 3000 = 0 then $4::bigint when n % 6 = 0 then $3::bigint else 720000 + n % 300 end,
            n % 2 = 0, 'm' || n, now() - interval '1 year' + n * interval '1 second',
            format('<message xmlns="jabber:client" type="chat" id="m%s" from="u_%s@${DOMAIN}" to="u_%s@${DOMAIN}"><body>%s</body></message>',
                   n, $2::bigint, $3::bigint, repeat('How are you today? ', 12))
     from generate_series(1, $1::int * 3) n`,
    [STORED, OWNER, OFTEN, SELDOM],
  );
  await client.query('analyze archive');
  const { rows } = await client.query<{ id: string; count: string }>(
    `select (select count(*) from archive where owner = $1) as count,
            (select id from archive where owner = $1 order by id offset $2 limit 1) as id`,
    [OWNER, STORED / 2],
  );
  await client.end();
  if (Number(rows[0]?.count) !== STORED) throw new Error(`Stored ${rows[0]?.count}`);
  return rows[0]?.id ?? '';
}

/** Time from the query to the complete page of 50, on a bare socket. */
const page = (of: (middle: string) => Parameters<typeof ask>[1]) => async () => {
  stage ??= open();
  const { owner, middle } = await stage;
  const times: number[] = [];
  for (let n = 0; n < ASKED; n += 1) {
    const start = performance.now();
    const { items } = await ask(owner, of(middle));
    times.push(performance.now() - start);
    if (items.length !== 50) throw new Error(`A page of ${items.length}`);
    owner.frames.length = 0;
  }
  return medianOf(times);
};

async function send(): Promise<number> {
  stage ??= open();
  const { owner, peer } = await stage;
  const times: number[] = [];
  for (let n = 0; n < SENT; n += 1) {
    const id = crypto.randomUUID();
    const start = performance.now();
    owner.send(chat({ id, to: OFTEN, body: 'How are you today?' }));
    await peer.take('the message', hasId(id));
    times.push(performance.now() - start);
  }
  return medianOf(times.slice(WARM_UP));
}

const bench = (name: string, aim: number, run: () => Promise<number>) => ({ name, unit: 'ms' as const, aim, run });

export const benches: Benches = [
  bench(
    'newest page of an archive of 100,000',
    PAGE_AIM_MS,
    page(() => ({ set: { before: '' } })),
  ),
  bench(
    'catch-up from the middle of 100,000',
    PAGE_AIM_MS,
    page((after) => ({ set: { after } })),
  ),
  bench(
    'newest page with a frequent peer, archive of 100,000',
    PAGE_AIM_MS,
    page(() => ({ set: { before: '' }, fields: { with: `u_${OFTEN}@${DOMAIN}` } })),
  ),
  bench(
    'a page with a rare peer, archive of 100,000',
    PAGE_AIM_MS,
    page(() => ({ fields: { with: `u_${SELDOM}@${DOMAIN}` } })),
  ),
  bench('a message from socket to socket, archived for both', SEND_AIM_MS, send),
];

export async function close(): Promise<void> {
  const all = await stage;
  await all?.server.close();
  await all?.postgres.stop();
}
