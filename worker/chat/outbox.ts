import type { Element } from '@xmpp/xml';
import type { OutboxRow } from '../db/schema.ts';

/** The first window fits the server's burst (threats: rate limits); a refusal of type wait shrinks it to one. */
const FIRST_WINDOW = 9;
const MAX_WINDOW = 64;
const WAIT_MS = 1_050;
const BARRIER_RETRY_MS = 500;

export type Refusal = {
  readonly id: string;
  readonly from: string;
  readonly condition: string;
  readonly wait: boolean;
};

export type OutboxPorts = {
  /** Loads the next rows in order, oldest first. */
  readonly load: (limit: number) => Promise<readonly OutboxRow[]>;
  /** Builds the stanza of a row; undefined when its message is gone. */
  readonly stanzaOf: (row: OutboxRow) => Promise<Element | undefined>;
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
  readonly pause: (ms: number) => Promise<void>;
};

export type Outbox = {
  /** Starts sending: there is a new row, or the stream is up again. Cheap; call it often. */
  kick(): void;
  /** Handles a stanza error; returns true when it answers a row under way. */
  refuse(refusal: Refusal, gate: string): boolean;
};

/**
 * Sends the outbox in order. Rows stay in the database until the barrier confirms that the server has them, so after a break, a
 * crash or a change of worker they are sent again under the same id, and the receiver shows them once.
 */
export function createOutbox(ports: OutboxPorts): Outbox {
  let window = FIRST_WINDOW;
  let running = false;
  let again = false;
  let inFlight = new Map<string, OutboxRow>();
  let refusals = new Map<string, Refusal>();

  async function sendOnce(): Promise<'idle' | 'more' | 'broken' | 'wait'> {
    const rows = await ports.load(window);
    if (rows.length === 0) return 'idle';
    const stanzas: Element[] = [];
    const gone: OutboxRow[] = [];
    inFlight = new Map();
    refusals = new Map();
    const written = await Promise.all(rows.map((row) => ports.stanzaOf(row)));
    for (const [index, row] of rows.entries()) {
      const stanza = written[index];
      if (stanza) {
        stanzas.push(stanza);
        inFlight.set(row.stanzaId, row);
      } else gone.push(row);
    }
    ports.send(stanzas);
    if (stanzas.length > 0 && !(await ports.barrier())) return 'broken';

    const accepted = [...gone];
    const refused: [OutboxRow, string][] = [];
    let waits = false;
    for (const row of inFlight.values()) {
      const refusal = refusals.get(row.stanzaId);
      if (!refusal) accepted.push(row);
      else if (refusal.wait) waits = true;
      else refused.push([row, refusal.condition]);
    }
    inFlight = new Map();
    await ports.settle(accepted, refused);
    window = waits ? 1 : Math.min(window * 2, MAX_WINDOW);
    return waits ? 'wait' : 'more';
  }

  async function run(): Promise<void> {
    while (ports.isLive()) {
      again = false;
      const outcome = await sendOnce();
      if (outcome === 'wait') await ports.pause(WAIT_MS);
      if (outcome === 'broken') await ports.pause(BARRIER_RETRY_MS);
      if (outcome === 'idle' && !again) return;
    }
  }

  return {
    kick(): void {
      again = true;
      if (running || !ports.isLive()) return;
      running = true;
      run()
        .catch(ports.onFailure)
        .finally(() => {
          running = false;
          if (again && ports.isLive()) this.kick();
        });
    },
    refuse(refusal: Refusal, gate: string): boolean {
      const row = inFlight.get(refusal.id);
      if (!row || (refusal.from !== gate && refusal.from !== row.to)) return false;
      refusals.set(refusal.id, refusal);
      return true;
    },
  };
}
