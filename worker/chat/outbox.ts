import type { Element } from '@xmpp/xml';
import { createDrain, type Later } from '../base/drain.ts';
import type { MessageRow, OutboxRow } from '../db/schema.ts';
import type { Stored } from '../db/writes/outgoing.ts';
import { createTurns } from './turns.ts';

/** The first window fits the server's burst (threats: rate limits); a refusal of type wait shrinks it to one. */
const FIRST_WINDOW = 9;
const MAX_WINDOW = 64;
const BARRIER_RETRY_MS = 500;
/** Messages kept in memory until they are sent; those of further rows are read from the database. */
const MAX_KEPT_MESSAGES = 64;

export type Refusal = {
  readonly id: string;
  readonly from: string;
  readonly condition: string;
  /** The rule of the edge that refused; absent when another refused. */
  readonly reason?: string;
  readonly wait: boolean;
};

export type OutboxPorts = {
  /**
   * Rejects when the account whose rows these are is not signed in any more: nothing is sent then. Undefined when it certainly is: a row
   * is then sent in the turn in which it was handed over.
   */
  readonly assertAccount: () => Promise<void> | undefined;
  /** Loads all rows in order, oldest first. */
  readonly load: () => Promise<readonly OutboxRow[]>;
  /** Builds the stanza of a row; undefined when its message is gone. `message` is its message as far as it is in memory. */
  readonly stanzaOf: (
    row: OutboxRow,
    message: MessageRow | undefined,
  ) => Element | undefined | Promise<Element | undefined>;
  readonly send: (stanzas: readonly Element[]) => void;
  /** Resolves true when the server has handled everything sent before, and every refusal of it has arrived. */
  readonly barrier: () => Promise<boolean>;
  /** Makes the outcome durable: rows leave the outbox, messages become success or error. */
  readonly settle: (
    accepted: readonly OutboxRow[],
    refused: readonly (readonly [OutboxRow, string])[],
  ) => Promise<void>;
  readonly isLive: () => boolean;
  /** Receives a failed read or write of the database: the rows stay in the outbox. */
  readonly onFailure: (error: unknown) => void;
  /** Monotonic clock, ms. */
  readonly now: () => number;
  readonly later?: Later;
};

export type Outbox = {
  /** Starts sending: there may be rows that were not handed over, or the stream is up again. Cheap; call it often. */
  kick(): void;
  /** Sends rows that are stored by now, in the order of their ids. They are not read back. */
  handOver(stored: readonly Stored[]): void;
  /** Handles a stanza error; returns true when it answers a row under way. */
  refuse(refusal: Refusal, gate: string): boolean;
};

/**
 * Sends the outbox, each conversation in order. Rows stay in the database until the barrier confirms that the server has them, so
 * after a break, a crash or a change of worker they are sent again under the same id, and the receiver shows them once.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  const turns = createTurns(ports.now);
  let window = FIRST_WINDOW;
  /** The rows of the database, in order, as far as this outbox knows them. */
  let rows: OutboxRow[] = [];
  const messages = new Map<string, MessageRow>();
  /** The database may have rows that are not in `rows`. */
  let isBehind = true;
  let isReading = false;
  /** The largest id that this outbox has seen: a larger gap to the next one is a row of somebody who handed nothing over. */
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

  /** Sends the rows and makes the outcome durable; false when the stream broke before it is known. */
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
    if (stanzas.length > 0 && !(await ports.barrier())) return false;
    await takeOutcome(gone);
    return true;
  }

  async function takeOutcome(gone: readonly OutboxRow[]): Promise<void> {
    const accepted = [...gone];
    const refused: [OutboxRow, string][] = [];
    const passed = new Set<string>();
    const held = new Set<string>();
    for (const row of inFlight.values()) {
      const refusal = refusals.get(row.stanzaId);
      if (refusal?.wait) held.add(row.tid);
      else if (refusal) refused.push([row, refusal.reason ?? refusal.condition]);
      else {
        accepted.push(row);
        passed.add(row.tid);
      }
    }
    inFlight = new Map();
    await ports.settle(accepted, refused);
    const settled = new Set([...accepted, ...refused.map(([row]) => row)]);
    rows = rows.filter((row) => !settled.has(row));
    for (const { stanzaId } of settled) messages.delete(stanzaId);
    turns.learn(passed, held);
    window = held.size > 0 ? 1 : Math.min(window * 2, MAX_WINDOW);
  }

  /** Returns the ms to wait before the rest; undefined when nothing is left that time makes ready. */
  async function sendAll(): Promise<number | undefined> {
    while (ports.isLive()) {
      if (isBehind) await read();
      const next = turns.pick(rows, window);
      if (next.length > 0) {
        const asserted = ports.assertAccount();
        if (asserted) await asserted;
        if (!(await sendOnce(next))) return BARRIER_RETRY_MS;
      } else if (!isBehind) return turns.waitFor(rows);
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

  function take({ row, message }: Stored): void {
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
