import xml, { type Element } from '@xmpp/xml';
import { uidOfJid } from '#contract/jid.ts';
import { streamMemory } from '../../../../server/platform/edge/memory.ts';
import { limitRates, type RateLimits } from '../../../../server/platform/limits/rates.ts';
import { createOutbox, type Outbox, type OutboxPorts } from '../../../../worker/chat/outbox.ts';
import type { OutboxRow } from '../../../../worker/db/schema.ts';
import { self } from './stanzas.ts';

export const GATE = self.services.gate;
export type Row = OutboxRow & { id: number };

/** One exchange with the server that fails: how many stanzas still arrive, and whether the worker restarts. */
export type Cut = { readonly arrive: number; readonly restart: boolean };
export type Script = {
  readonly cuts?: readonly Cut[];
  /** Stanza ids that are rate-limited, with the number of times. */
  readonly delay?: Readonly<Record<string, number>>;
  /** Runs when the outbox starts to wait. */
  readonly whileWaiting?: () => void;
  /** Stanza ids that are refused permanently, with the sender of the refusal. */
  readonly refuse?: Readonly<Record<string, string>>;
  /** The rate that the edge accepts. */
  readonly rate?: RateLimits['message'];
};

export const row = (id: number, to = 'u_9001@gemcall.test'): Row => ({
  id,
  kind: 'message',
  about: `u_100001/s${id}`,
  tid: to.slice(0, to.indexOf('@')),
  stanzaId: `s${id}`,
  to,
});

/** More pauses than this mean that the outbox is stuck. */
const MAX_PAUSES = 2_000;

/**
 * An outbox with a server that cuts the connection, refuses messages, limits rates and holds later messages back, with the modules of
 * the real edge. The clock moves only by the pauses of the outbox.
 */
export function outboxAgainstServer(rows: Row[], script: Script = {}) {
  const cuts = [...(script.cuts ?? [])];
  const arrivals: string[] = [];
  const sent: string[][] = [];
  const refused: [string, string][] = [];
  const paused: number[] = [];
  let now = 0;
  const clock = { now: () => now };
  const memory = streamMemory(clock);
  const isWithinRate = limitRates(script.rate ? { message: script.rate, other: script.rate } : false, clock);
  const delayed = new Map(Object.entries(script.delay ?? {}));
  let generation = 0;
  let outbox: Outbox;
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });

  function mayPass(id: string, to: string): boolean {
    const peer = uidOfJid(to) ?? 0;
    const delays = delayed.get(id) ?? 0;
    delayed.set(id, delays - 1);
    if (delays > 0 || memory.isHeld(peer, id) || !isWithinRate(self.uid, 'message')) {
      memory.refused(peer, id);
      return false;
    }
    memory.accepted(peer, id);
    return true;
  }

  function take(stanza: Element): void {
    const { id = '', to = '' } = stanza.attrs;
    const by = script.refuse?.[id];
    if (by !== undefined) outbox.refuse({ id, from: by, condition: 'forbidden', wait: false }, GATE);
    else if (mayPass(id, to)) arrivals.push(id);
    else outbox.refuse({ id, from: GATE, condition: 'policy-violation', wait: true }, GATE);
  }

  function start(): void {
    generation += 1;
    const own = generation;
    let broken = false;
    let restarting = false;
    const ports: OutboxPorts = {
      onFailure: (error) => {
        throw error;
      },
      assertAccount: () => undefined,
      load: async () => [...rows],
      stanzaOf: async ({ stanzaId, to }) => xml('message', { id: stanzaId, to }),
      send(stanzas) {
        sent.push(stanzas.map(({ attrs }) => attrs['id'] ?? ''));
        const cut = cuts.shift();
        for (const stanza of cut ? stanzas.slice(0, cut.arrive) : stanzas) take(stanza);
        broken = cut !== undefined;
        restarting = cut?.restart === true;
      },
      async barrier() {
        if (!broken) return [];
        if (restarting) start();
        return undefined;
      },
      async settle(accepted, failed) {
        for (const [{ stanzaId }, condition] of failed) refused.push([stanzaId, condition]);
        const gone = new Set([...accepted, ...failed.map(([one]) => one)].map(({ id }) => id));
        rows.splice(0, rows.length, ...rows.filter(({ id }) => !gone.has(id)));
        if (rows.length === 0) finish();
      },
      isLive: () => own === generation,
      now: clock.now,
      later(ms, run) {
        let isCancelled = false;
        script.whileWaiting?.();
        setImmediate(() => {
          if (isCancelled) return;
          paused.push(ms);
          now += ms;
          if (paused.length > MAX_PAUSES) {
            generation += 1;
            finish();
          }
          run();
        });
        return () => {
          isCancelled = true;
        };
      },
    };
    outbox = createOutbox(ports);
    outbox.kick();
  }

  return {
    start,
    kick: () => outbox.kick(),
    /** A command stores a row, and hands it over. */
    write(added: Row) {
      rows.push(added);
      outbox.handOver([{ row: added }]);
    },
    /** Resolves when every row has left the outbox, or when the outbox is stuck (`MAX_PAUSES`). */
    done,
    rows,
    sent,
    refused,
    paused,
    /** The messages shown by the receivers: the first arrival of each id. */
    shown: () => [...new Set(arrivals)],
    arrivals,
    elapsed: () => now,
    refuse: (id: string, from: string) => outbox.refuse({ id, from, condition: 'forbidden', wait: false }, GATE),
  };
}
