import { randomUUID } from 'node:crypto';
import xml, { type Element } from '@xmpp/xml';
import type pg from 'pg';
import { GIFT_UNKNOWN_MS } from '../../../contract/gifts/rules.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import { serviceOutboxOf } from '../../../server/domains/chat/outbox.ts';
import { createGiftService } from '../../../server/domains/gifts/gift-service.ts';
import type { MediaFolder } from '../../../server/domains/media/folder.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { createDelivery } from '../../../server/platform/services/delivery.ts';
import type { AppDb } from '../../../worker/db/schema.ts';
import { createGiftLine } from '../../../worker/gifts/gift-line.ts';
import { createPurchases } from '../../../worker/gifts/purchases.ts';
import { createIqCaller } from '../../../worker/xmpp/iq.ts';

const DOMAIN = 'localhost';
const log = { info: () => undefined, warn: () => undefined };
const ANSWER_MS = 60_000;

/** Ends the sessions of one process, as the operating system does when a process is killed, and waits until they have ended. */
const END_SESSIONS = `select pg_terminate_backend(pid, 20000) from pg_stat_activity where application_name = $1`;

/** A process's database connection that can be killed: everything uncommitted is rolled back. */
export function openMortal(url: string, pool: pg.Pool) {
  const name = `mortal ${randomUUID()}`;
  const own = new URL(url);
  own.searchParams.set('application_name', name);
  const database = openDatabase(own.href, () => undefined, 60_000);
  let ended: Promise<void> | undefined;
  return {
    db: database.db,
    /** Whether one of its statements is waiting for a lock. */
    async isWaiting(): Promise<boolean> {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1`;
      return (await pool.query(waiting, [name])).rowCount === 1;
    },
    kill(): Promise<void> {
      ended ??= pool.query(END_SESSIONS, [name]).then(() => database.close());
      return ended;
    },
  };
}

/**
 * When a process dies:
 * - `answer`: the purchase is committed, its answer is not sent
 * - `archived`: the messages are archived, none is sent
 * - `half`: one of the two messages is sent
 * - `said`: both are sent, their outbox rows remain
 */
export type Death = 'answer' | 'archived' | 'half' | 'said';
type GiftProcess = ReturnType<typeof startGiftProcess>;
type Options = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly folder: MediaFolder;
  readonly diesAt?: Death | undefined;
  /** Called with each message that it sends to users over the XMPP server. */
  readonly heard: (message: Element) => void;
};

/** The gift service and the delivery of its messages, as one process runs them on the database. */
export function startGiftProcess({ url, pool, folder, diesAt, heard }: Options) {
  const mortal = openMortal(url, pool);
  const { promise: death, resolve: died } = Promise.withResolvers<void>();
  let isDead = false;
  let sent = 0;
  let giver: Giver | undefined;

  function die(): void {
    if (isDead) return;
    isDead = true;
    giver?.cut();
    void delivery.close();
    void mortal.kill().then(died);
  }
  function reach(point: Death): void {
    if (diesAt === point) die();
    if (isDead) throw new Error('the process is dead');
  }
  function send(stanza: Element): boolean {
    if (isDead) return false;
    const isPing = stanza.getChild('ping') !== undefined;
    if (stanza.is('message')) {
      sent += 1;
      if (sent === 2) reach('half');
      heard(stanza);
    } else if (isPing) {
      const pong = xml('iq', { type: 'result', from: jidOfService('gate', DOMAIN), id: stanza.attrs['id'] });
      queueMicrotask(() => delivery.take(pong));
    } else {
      reach('answer');
      stanza.attrs['from'] = jidOfService('gift', DOMAIN);
      giver?.hear(stanza);
      // The database's notification triggers this check.
      delivery.check();
    }
    return true;
  }
  const outbox = serviceOutboxOf(mortal.db, DOMAIN, 'gift');
  const source: typeof outbox = {
    async next() {
      const messages = await outbox.next();
      if (messages.length > 0) reach('archived');
      return messages;
    },
    async said(ids) {
      reach('said');
      await outbox.said(ids);
    },
  };
  const common = { domain: DOMAIN, log };
  const clock = { now: () => Date.now() };
  const service = createGiftService({ ...common, db: mortal.db, folder, rateLimits: false, clock }, send);
  const delivery = createDelivery({ ...common, service: 'gift', source, send });
  delivery.online();
  return {
    isWaiting: mortal.isWaiting,
    kill: (): Promise<void> => {
      die();
      return death;
    },
    /** Resolves when the process has died by itself. */
    death,
    serve(one: Giver): void {
      giver = one;
    },
    take(stanza: Element): void {
      if (!isDead) service.take(stanza);
    },
  };
}

type Giver = { cut(): void; hear(stanza: Element): void };

/** The core of a giver, on a database in their browser. `diesAt`: before or after the first byte of a purchase. */
export function startGiver(app: AppDb, uid: number, diesAt?: 'before' | 'after') {
  const line = createGiftLine();
  const { promise: death, resolve: died } = Promise.withResolvers<void>();
  let isDead = false;
  let process: GiftProcess | undefined;
  let caller: ReturnType<typeof createIqCaller> | undefined;
  const purchases = createPurchases({
    app,
    line,
    now: Date.now,
    onVersion: () => undefined,
    // Delays are skipped, and the purchase never times out.
    later(ms, act) {
      if (ms < GIFT_UNKNOWN_MS) setImmediate(act);
      return () => undefined;
    },
  });
  const giver: Giver = {
    cut() {
      line.close();
      caller?.abandon();
    },
    hear: (stanza) => void (isDead || caller?.take(stanza)),
  };
  function die(): void {
    isDead = true;
    giver.cut();
    died();
  }
  function send(stanza: Element): void {
    const isFirst = diesAt !== undefined && !isDead;
    const written = xml('iq', { ...stanza.attrs, from: `${jidOfUid(uid, DOMAIN)}/tab` }, ...stanza.children);
    if (!(isFirst && diesAt === 'before')) queueMicrotask(() => process?.take(written));
    if (isFirst) queueMicrotask(die);
  }
  return {
    /** Resolves when the core has died by itself. */
    death,
    give: purchases.give,
    /** Connects a stream to the services of this process. */
    connect(to: GiftProcess): void {
      process = to;
      to.serve(giver);
      const [ownBare, gate] = [jidOfUid(uid, DOMAIN), jidOfService('gate', DOMAIN)];
      const current = createIqCaller({ ownBare, domain: DOMAIN, gate, send });
      caller = current;
      line.open((stanza) => current.request(stanza, ANSWER_MS), jidOfService('gift', DOMAIN));
      void purchases.resume();
    },
  };
}
