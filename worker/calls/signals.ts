import type { Signal } from '#contract/calls/calls.ts';
import type { AppDb } from '../db/schema.ts';
import type { HubLine } from './hub-line.ts';

/** No negotiation needs more at once; signals of a peer beyond this number are dropped. */
const KEPT_MAX = 400;

export type Signals = {
  /** Sends a signal to the peer, or keeps it until a stream is up. */
  send(sid: string, signal: Signal): void;
  /** Sends the kept signals after the stream is back, unless a new negotiation begins anyway. */
  flush(resumed: boolean): void;
  /** Stores a signal of the peer for the page that owns the media. */
  put(sid: string, signal: Signal): Promise<unknown>;
  /** Deletes the signals up to this id: the page has applied them. */
  forget(upTo: number): Promise<unknown>;
  /** Drops all signals: the call has ended. */
  clear(): void;
};

/** Creates the transport of the negotiation between the page that owns the media and the hub. It keeps the order both ways. */
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
    /**
     * Candidates come in bursts: those that arrive during a write are written together next, and the page reads them together.
     */
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
      // The wipe also removes the writes under way; they must not include signals of the next call.
      arrived = [];
      void inTurn(() => app.callSignals.clear());
    },
  };
}
