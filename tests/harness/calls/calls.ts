import { BOOKING_MINIMUM_MINUTES } from '../../../contract/calls/booking-rules.ts';
import type {
  HubAction,
  HubEvent,
  HubRefusal,
  HubRequest,
  HubRequestData,
  HubResponseData,
  PriceChanged,
} from '../../../contract/calls/hub.ts';
import { SILVER_CALL_PRICE_SILVER } from '../../../contract/rewards/rules.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../contract/wallet/rules.ts';
import { uncachedSite } from '../../../server/domains/account/site/site.ts';
import type { PartyRequest } from '../../../server/domains/calls/actions/party.ts';
import { WRITE_BEATS_EVERY_MS } from '../../../server/domains/calls/billing/heartbeat-buffer.ts';
import { type Calls, createCalls } from '../../../server/domains/calls/calls.ts';
import { booking } from '../../../server/domains/calls/tables.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, hold, openWallets } from '../../../server/domains/wallet/ledger.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freshDatabase } from '../postgres/postgres.ts';

export const NOON = Date.UTC(2026, 0, 15, 12);
export const PRICE = 60;
const HOST_GAP = 1_000_000;
/** The host of the pair that this user belongs to. */
export const hostOf = (uid: number) => uid + HOST_GAP;
export const jid = (uid: number, device = 'phone') => `u_${uid}@localhost/${device}`;

type Party = Exclude<
  HubAction,
  'SessionRequest' | 'CallRecords' | `Match${'Enter' | 'Leave' | 'Answer'}` | 'Callback' | 'Transmit'
>;
/** The calls of one process. Before each action it stores the beats of the second before, as a hub does. */
export type CallProcess = Calls & {
  /** Moves the clock of the process to `now`. */
  tick(now: number): Promise<void>;
  /** Stores what is buffered, as a process does at shutdown. A killed process does not. */
  stop(): Promise<void>;
};
export type CallServer = Awaited<ReturnType<typeof startCalls>>;

/** Why the hub refused, without the current price that a price change carries. */
export const reasonOf = (refused: HubRefusal | PriceChanged): HubRefusal =>
  typeof refused === 'string' ? refused : refused.reason;

/** The call logic of a server on a database of its own, without a hub: the test passes the time of each action. */
export async function startCalls(postgresUrl: string) {
  const url = await freshDatabase(postgresUrl, 'migrated');
  // A race of 50 for ten connections must not count as an outage, however slow the machine is.
  const database: OpenDatabase = openDatabase(url, () => undefined, 60_000);
  const { db, pool } = database;
  const told: { readonly to: string; readonly event: HubEvent }[] = [];
  let next = 1_000;

  /** Another process that runs the components, started at `aliveSince`. While `isCutOff` is true it cannot reach the database. */
  function serve(aliveSince: number | (() => number) = 0, isCutOff = () => false): CallProcess {
    const reached = new Proxy(db, {
      get(target, key) {
        if (isCutOff()) throw new Error('Connection terminated unexpectedly');
        return Reflect.get(target, key);
      },
    });
    const made = createCalls({
      db: reached,
      settings: {
        domain: 'localhost',
        relays: { turnUrls: ['turn:relay.test:3478'], turnSecret: 'secret', stunUrls: [], relayOnly: false },
        site: uncachedSite,
        aliveSince: typeof aliveSince === 'number' ? () => aliveSince : aliveSince,
      },
      sendEvent: (to, event) => void told.push({ to, event }),
    });
    let due = Number.POSITIVE_INFINITY;
    async function tick(now: number): Promise<void> {
      if (now < due) return;
      const at = due;
      due = Number.POSITIVE_INFINITY;
      await made.writeBeats(at);
    }
    return {
      ...made,
      tick,
      stop: () => made.writeBeats(due === Number.POSITIVE_INFINITY ? 0 : due - WRITE_BEATS_EVERY_MS),
      async perform(request, from, now) {
        await tick(now);
        if (request.name === 'SessionHeartbeat') due = Math.min(due, now + WRITE_BEATS_EVERY_MS);
        return made.perform(request, from, now);
      },
      async sweep(now) {
        await tick(now);
        await made.sweep(now);
      },
    };
  }
  let calls = serve();

  async function act<A extends Party>(
    name: A,
    sid: string,
    uid: number,
    now: number,
    data: HubRequestData<A>,
    device = 'phone',
    process = calls,
  ) {
    const request = { name, sid, data } as HubRequest as PartyRequest;
    const answer = await process.perform(request, { uid, jid: jid(uid, device) }, now);
    return answer.ok
      ? { heard: answer.value as HubResponseData<A>, refusal: undefined }
      : { heard: undefined, refusal: reasonOf(answer.error) };
  }
  /** Gems per minute of the hosts created here; 0 for their users. */
  const prices = new Map<number, number>();
  /** Gems per minute, as the caller's page shows them. */
  async function priceOf(caller: number, callee: number): Promise<number> {
    const known = prices.get(callee);
    if (known !== undefined && prices.has(caller)) return prices.get(caller) === 0 ? known : 0;
    const { rows } = await pool.query<{ price: number }>(
      `select price from anchor where uid = $2 and (select role from account where uid = $1) <> 3`,
      [caller, callee],
    );
    return rows[0]?.price ?? 0;
  }
  const request = async (caller: number, callee: number, now: number, kind: 'paid' | 'silver' = 'paid') => {
    const shown = { price: await priceOf(caller, callee), freeSeconds: 0, silver: SILVER_CALL_PRICE_SILVER };
    const asked = { callee, kind, source: '', root: '', shown };
    const answer = await calls.request(asked, { uid: caller, jid: jid(caller) }, now);
    return answer.ok ? { ...answer.value, refusal: undefined } : { sid: '', refusal: reasonOf(answer.error) };
  };

  return {
    db,
    pool,
    told,
    act,
    request,
    serve,
    calls: () => calls,
    /** The process ends; another replaces it and listens from `at` on. */
    async restart(at: number): Promise<void> {
      await calls.stop();
      calls = serve(at);
    },
    /** A new user with `gems` and an online host. Free calls are used up unless `isNew`. */
    async pair(gems: number, { price = PRICE, isNew = false, isSilver = false } = {}) {
      next += 1;
      const [user, host] = [next, hostOf(next)];
      prices.set(host, price).set(user, 0);
      await pool.query(
        `with people as (insert into account (uid, role, nick_name) values ($1, 2, 'User'), ($2, 3, 'Host') returning uid),
         cards as (insert into profile (uid, lang) select uid, 'en' from people),
         hosts as (insert into anchor (uid, price, is_silver) values ($2, $3, $4)),
         free as (insert into allowance_use select 'first', 'uid:' || $1::bigint, 1, 'earlier' where not $5)
         insert into online_stream (stream_id, uid, process_id) select 's' || uid, uid, 'p' from people`,
        [user, host, price, isSilver, isNew],
      );
      await openWallets(db, [user, host]);
      if (gems > 0) await grant(db, `test:${user}`, user, 'gems', gems, { type: 'welcome', id: `${user}` });
      return { user, host };
    },
    /** An accepted booking of the pair at this time, whose gems are held. */
    async book(
      { user, host }: { user: number; host: number },
      { minutes = 10, price = PRICE, minimumMinutes = BOOKING_MINIMUM_MINUTES, startsAt = NOON } = {},
    ): Promise<string> {
      const id = `booking-${user}-${startsAt}`;
      const terms = { startsAt, minutes, price, minimumMinutes, sharePercent: ANCHOR_SHARE_PERCENT, dueAt: startsAt };
      await db.insert(booking).values({ id, viewer: user, host, operation: id, state: 'accepted', ...terms });
      for (let minute = 1; minute <= minutes; minute += 1) {
        const outcome = await hold(db, `booking:${id}:${minute}`, user, 'gems', price, { type: 'booking', id });
        if (outcome !== 'done') throw new Error(`Not held: ${outcome}`);
      }
      return id;
    },
    /** A call that rings, is answered and is connected at `now`. */
    async connect({ user, host }: { user: number; host: number }, now: number): Promise<string> {
      const { sid, refusal } = await request(user, host, now);
      if (refusal) throw new Error(refusal);
      await act('CallReady', sid, host, now, {});
      await act('SessionSuccess', sid, user, now, {});
      await act('SessionSuccess', sid, host, now, {});
      return sid;
    },
    /** Both send a heartbeat with flowing media. */
    async beat(sid: string, { user, host }: { user: number; host: number }, now: number) {
      await act('SessionHeartbeat', sid, host, now, { flowing: true });
      return act('SessionHeartbeat', sid, user, now, { flowing: true });
    },
    async gems(uid: number): Promise<number> {
      const { rows } = await pool.query(`select amount from wallet where uid = $1 and currency = 'gems'`, [uid]);
      return Number(rows[0]?.amount);
    },
    /** Takes gems out of the wallet, as a gift would. */
    async spend(uid: number, gems: number): Promise<void> {
      const outcome = await hold(db, `test:spent:${uid}`, uid, 'gems', gems, { type: 'gift', id: `test:${uid}` });
      if (outcome !== 'done') throw new Error(`Not spent: ${outcome}`);
    },
    async receipt(sid: string, uid: number) {
      const { heard } = await act('SessionTerminate', sid, uid, 0, { reason: 'hangUp', rejectType: '' });
      return heard?.receipt;
    },
    eventsTo: (to: string) => told.filter((one) => one.to === to).map(({ event }) => event),
    audit: () => auditLedger(db),
    close: () => database.close(),
  };
}
