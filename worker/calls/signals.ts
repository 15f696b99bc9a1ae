import type { Signal } from '#contract/calls/calls.ts';
import type { AppDb } from '../db/schema.ts';
import type { HubLine } from './hub-line.ts';

/** Nobody's negotiation needs more at once; a peer that sends without end is not listened to. */
const KEPT_MAX = 400;

export type Signals = {
  /** To the peer, or kept until a stream is up. */
  send(sid: string, signal: Signal): void;
  /** The stream is back: what was said meanwhile follows, unless a new negotiation begins in any case. */
  flush(resumed: boolean): void;
  /** From the peer, for the page that owns the media. */
  put(sid: string, signal: Signal): Promise<unknown>;
  /** The page has applied them up to this id. */
  forget(upTo: number): Promise<unknown>;
  /** The call is over. */
  clear(): void;
};

/** Negotiation between the page that owns the media and the hub, in order both ways. */
export function createSignals(app: AppDb, line: HubLine): Signals {
  let waiting: { readonly sid: string; readonly signal: Signal }[] = [];
  let arrived: { readonly sid: string; readonly signal: Signal }[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const inTurn = (run: () => Promise<unknown>) => {
    writing = writing.then(run).catch(() => {});
    return writing;
  };

  function send(sid: string, signal: Signal): void {
    if (line.isUp()) void line.ask('WebRTCContent', sid, { signal });
    else if (waiting.length < KEPT_MAX) waiting.push({ sid, signal });
  }

  return {
    send,
    flush(resumed: boolean): void {
      const kept = waiting;
      waiting = [];
      if (resumed) for (const { sid, signal } of kept) send(sid, signal);
    },
    /** Candidates come in bursts: what came while the last was written is written at once, and read at once by the page. */
    put(sid: string, signal: Signal): Promise<unknown> {
      const pile = arrived;
      pile.push({ sid, signal });
      return inTurn(async () => {
        const batch = pile.splice(0);
        if (batch.length === 0) return;
        await app.transaction('rw', app.callSignals, async () => {
          const room = KEPT_MAX - (await app.callSignals.count());
          await app.callSignals.bulkAdd(batch.slice(0, Math.max(0, room)));
        });
      });
    },
    forget: (upTo: number) => inTurn(() => app.callSignals.where('id').belowOrEqual(upTo).delete()),
    clear(): void {
      waiting = [];
      // The writes under way are wiped, and do not take what comes for the next call.
      arrived = [];
      void inTurn(() => app.callSignals.clear());
    },
  };
}
