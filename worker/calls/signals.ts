import type { Signal } from '#contract/calls.ts';
import type { AppDb } from '../db/schema.ts';
import type { HubLine } from './hub-line.ts';

/** Nobody's negotiation needs more at once; a peer that sends without end is not listened to. */
const KEPT_MAX = 400;

/** Negotiation between the page that owns the media and the hub, in order both ways. */
export function createSignals(app: AppDb, line: HubLine) {
  let waiting: { readonly sid: string; readonly signal: Signal }[] = [];
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
    /** The stream is back: what was said meanwhile follows, unless a new negotiation begins in any case. */
    flush(resumed: boolean): void {
      const kept = waiting;
      waiting = [];
      if (resumed) for (const { sid, signal } of kept) send(sid, signal);
    },
    put: (sid: string, signal: Signal) =>
      inTurn(async () => {
        if ((await app.callSignals.count()) < KEPT_MAX) await app.callSignals.add({ sid, signal });
      }),
    forget: (upTo: number) => inTurn(() => app.callSignals.where('id').belowOrEqual(upTo).delete()),
    clear(): void {
      waiting = [];
      void inTurn(() => app.callSignals.clear());
    },
  };
}
export type Signals = ReturnType<typeof createSignals>;
