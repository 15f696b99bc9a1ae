import type { Element } from '@xmpp/xml';
import type { Acceptance } from '#contract/chat/acceptance.ts';
import { createDrain, type Schedule } from '../base/drain.ts';
import type { MessageRow, OutboxRow } from '../db/schema.ts';
import type { StoredOutboxRow } from '../db/writes/outgoing.ts';
import { createSendScheduler } from './send-scheduler.ts';

/**
 * Number of stanzas before the first barrier: within the server's burst limit (threats: rate limits). A refusal with `wait` shrinks the
 * window to one.
 */
const FIRST_WINDOW = 9;
const MAX_WINDOW = 64;
const BARRIER_RETRY_MS = 500;
/** Maximum number of messages cached until they are sent. Messages of further rows are read from the database. */
const MAX_KEPT_MESSAGES = 64;

/** A stanza error (RFC 6120, 8.3) that refuses a sent stanza. */
export type Refusal = {
  readonly id: string;
  readonly from: string;
  readonly condition: string;
  /** The edge's own reason code; absent when another entity refused. */
  readonly reason?: string;
  readonly wait: boolean;
};

/** The dependencies of the outbox of one stream. */
export type OutboxPorts = {
  /**
   * Rejects when the account of these rows is no longer signed in: nothing is sent then. Returns undefined when the
   * account is known to be current, so that a row is sent synchronously.
   */
  readonly assertAccount: () => Promise<void> | undefined;
  /** Loads all rows in order, oldest first. */
  readonly load: () => Promise<readonly OutboxRow[]>;
  /** Builds the stanza of a row; undefined when its message was deleted. `message` is the row's message if it is cached. */
  readonly stanzaOf: (
    row: OutboxRow,
    message: MessageRow | undefined,
  ) => Element | undefined | Promise<Element | undefined>;
  readonly send: (stanzas: readonly Element[]) => void;
  /**
   * Resolves when the server has handled all earlier stanzas and every refusal of them has arrived, with the acceptances of
   * the messages; undefined when the stream broke.
   */
  readonly barrier: () => Promise<readonly Acceptance[] | undefined>;
  /** Commits the outcome: rows leave the outbox, their messages become `success`, with their place, or `error`. */
  readonly settle: (
    accepted: readonly OutboxRow[],
    refused: readonly (readonly [OutboxRow, string])[],
    acceptances: readonly Acceptance[],
  ) => Promise<void>;
  readonly isLive: () => boolean;
  /** Called when a database read or write fails. The rows stay in the outbox. */
  readonly onFailure: (error: unknown) => void;
  /** Monotonic clock, ms. */
  readonly now: () => number;
  readonly later?: Schedule;
};

/** The queue of stanzas to send on one stream. */
export type Outbox = {
  /** Starts sending and reads the table again, for rows that were not handed over or after a reconnect. Cheap to call. */
  kick(): void;
  /** Sends rows that are already stored, in the order of their ids, without reading them from the database again. */
  handOver(stored: readonly StoredOutboxRow[]): void;
  /** Records a stanza error, from the gate or the recipient, for a sent row that is not settled yet. Returns false for any other. */
  refuse(refusal: Refusal, gate: string): boolean;
};

/**
 * Creates the outbox, which sends each conversation in order. A row stays in the database until the barrier confirms
 * that the server has it. After a disconnect, a crash or a change of the worker it is sent again under the same id,
 * and the receiver shows it once.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const scheduler = createSendScheduler(ports.now);
  let window = FIRST_WINDOW;
  /** The outbox rows that are known in memory, in order. */
  let rows: OutboxRow[] = [];
  const messages = new Map<string, MessageRow>();
  /** True when the database may have rows that are not in `rows`. */
  let isBehind = true;
  let isReading = false;
  /** The largest id seen so far. A gap before the next id means that another writer added a row without handing it over. */
  let newestId: number | undefined;
  let inFlight = new Map<string, OutboxRow>();
  let refusals = new Map<string, Refusal>();

  async function read(): Promise<void> {
    isBehind = false;
    isReading = true;
    try {
      rows = [...(await ports.load())];
      newestId = rows.at(-1)?.id ?? newestId;
    } finally {
      isReading = false;
    }
  }

  /** Sends the rows and commits the outcome. Returns false when the stream broke before the outcome was known. */
  async function sendOnce(next: readonly OutboxRow[]): Promise<boolean> {
    const stanzas: Element[] = [];
    const gone: OutboxRow[] = [];
    inFlight = new Map();
    refusals = new Map();
    const written = await Promise.all(next.map((row) => ports.stanzaOf(row, messages.get(row.stanzaId))));
    for (const [index, row] of next.entries()) {
      const stanza = written[index];
      if (stanza) {
        stanzas.push(stanza);
        inFlight.set(row.stanzaId, row);
      } else gone.push(row);
    }
    ports.send(stanzas);
    const acceptances = stanzas.length > 0 ? await ports.barrier() : [];
    if (!acceptances) return false;
    await takeOutcome(gone, acceptances);
    return true;
  }

  async function takeOutcome(gone: readonly OutboxRow[], acceptances: readonly Acceptance[]): Promise<void> {
    const accepted = [...gone];
    const refused: [OutboxRow, string][] = [];
    const passed = new Set<string>();
    const paused = new Set<string>();
    for (const row of inFlight.values()) {
      const refusal = refusals.get(row.stanzaId);
      if (refusal?.wait) paused.add(row.tid);
      else if (refusal) refused.push([row, refusal.reason ?? refusal.condition]);
      else {
        accepted.push(row);
        passed.add(row.tid);
      }
    }
    inFlight = new Map();
    await ports.settle(accepted, refused, acceptances);
    const settled = new Set([...accepted, ...refused.map(([row]) => row)]);
    rows = rows.filter((row) => !settled.has(row));
    for (const { stanzaId } of settled) messages.delete(stanzaId);
    scheduler.onResult(passed, paused);
    window = paused.size > 0 ? 1 : Math.min(window * 2, MAX_WINDOW);
  }

  /** Sends the rows that are ready. Returns the ms to wait before the remaining ones; undefined when no row becomes ready by waiting. */
  async function sendAll(): Promise<number | undefined> {
    while (ports.isLive()) {
      if (isBehind) await read();
      const next = scheduler.pick(rows, window);
      if (next.length > 0) {
        const asserted = ports.assertAccount();
        if (asserted) await asserted;
        if (!(await sendOnce(next))) return BARRIER_RETRY_MS;
      } else if (!isBehind) return scheduler.waitFor(rows);
    }
    return undefined;
  }

  const drain = createDrain(async () => {
    try {
      return await sendAll();
    } catch (error) {
      isBehind = true;
      ports.onFailure(error);
      return undefined;
    }
  }, ports.later);

  function take({ row, message }: StoredOutboxRow): void {
    if (message && messages.size < MAX_KEPT_MESSAGES) messages.set(row.stanzaId, message);
    if (isReading || newestId === undefined || row.id !== newestId + 1) isBehind = true;
    else rows.push(row);
    newestId = Math.max(newestId ?? 0, row.id);
  }

  return {
    kick(): void {
      isBehind = true;
      if (ports.isLive()) drain.kick();
    },
    handOver(stored): void {
      if (stored.length === 0) return;
      stored.forEach(take);
      if (ports.isLive()) drain.kick();
    },
    refuse(refusal: Refusal, gate: string): boolean {
      const row = inFlight.get(refusal.id);
      if (!row || (refusal.from !== gate && refusal.from !== row.to)) return false;
      refusals.set(refusal.id, refusal);
      return true;
    },
  };
}
