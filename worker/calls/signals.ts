import type { Signal } from '#contract/calls/calls.ts';
import { CALL_SIGNALS_CHANNEL, type NumberedSignal, type SignalNews } from '#contract/calls/signal-channel.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import type { AppDb, CallSignalRow } from '../db/schema.ts';
import type { HubLine } from './hub-line.ts';

/** Maximum number of the peer's signals that the page has not applied, and of own ones without a stream; further ones are dropped. */
const KEPT_MAX = 400;

type Numbered = NumberedSignal & CallSignalRow;

/** Transport of WebRTC signals between the page that owns the media and the hub. */
export type Signals = {
  /** Sends a signal to the peer, or buffers it until a stream is up. */
  send(sid: string, signal: Signal): void;
  /** Sends the buffered signals on a resumed stream. On a new stream they are discarded, because a new negotiation starts. */
  flush(resumed: boolean): void;
  /** Passes signals of the peer to the page that owns the media and stores them. Resolves when they are stored. */
  put(sid: string, signals: readonly Signal[]): Promise<unknown>;
  /** Returns the signals of a call that the page has not applied yet, in the order of arrival. */
  pending(sid: string): NumberedSignal[];
  /** Deletes the signals up to this id, which the page has applied. */
  forget(upTo: number): Promise<unknown>;
  /** Deletes all signals, because the call has ended or another one begins. */
  clear(): void;
  /** Reads the peer's signals that an earlier worker stored and the page has not applied. Its buffered own ones are lost. */
  restore(): Promise<void>;
};

/** Creates the transport of WebRTC signals between the page that owns the media and the hub. It preserves the order both ways. */
export function createSignals(app: AppDb, line: HubLine): Signals {
  let waiting: { readonly sid: string; readonly signal: Signal }[] = [];
  let unapplied: Numbered[] = [];
  let unwritten: Numbered[] = [];
  let lastId = 0;
  let channel: BroadcastChannel | undefined;
  const writing = createSerialQueue();
  const inTurn = (run: () => Promise<unknown>) => writing.add(run).catch(() => {});

  function send(sid: string, signal: Signal): void {
    if (line.isUp()) void line.ask('WebRTCContent', sid, { signal });
    else if (waiting.length < KEPT_MAX) waiting.push({ sid, signal });
  }

  /** Returns an id above those of earlier workers, which a page may have applied already. */
  const nextId = () => {
    lastId = Math.max(lastId + 1, Date.now() * 1_000);
    return lastId;
  };

  function announce(news: SignalNews): void {
    channel ??= new BroadcastChannel(CALL_SIGNALS_CHANNEL);
    channel.postMessage(news);
  }

  return {
    send,
    flush(resumed: boolean): void {
      const buffered = waiting;
      waiting = [];
      if (resumed) for (const { sid, signal } of buffered) send(sid, signal);
    },
    /** ICE candidates arrive in bursts: those that arrive during a write are written together by the next one. */
    put(sid: string, signals: readonly Signal[]): Promise<unknown> {
      const room = Math.max(0, KEPT_MAX - unapplied.length);
      const rows = signals.slice(0, room).map((signal) => ({ id: nextId(), sid, signal }));
      if (rows.length > 0) announce({ sid, signals: rows.map(({ id, signal }) => ({ id, signal })) });
      unapplied.push(...rows);
      unwritten.push(...rows);
      const pile = unwritten;
      return inTurn(async () => {
        const batch = pile.splice(0);
        if (batch.length > 0) await app.callSignals.bulkAdd(batch);
      });
    },
    pending: (sid: string) => unapplied.flatMap((row) => (row.sid === sid ? [{ id: row.id, signal: row.signal }] : [])),
    forget(upTo: number): Promise<unknown> {
      unapplied = unapplied.filter(({ id }) => id > upTo);
      return inTurn(() => app.callSignals.where('id').belowOrEqual(upTo).delete());
    },
    clear(): void {
      waiting = [];
      unapplied = [];
      // A new array: queued writes use the old one, and the deletion below removes the rows that they store. The old one
      // must not contain signals of the next call.
      unwritten = [];
      void inTurn(() => app.callSignals.clear());
    },
    async restore(): Promise<void> {
      unapplied = (await app.callSignals.orderBy('id').toArray()).map(({ id = nextId(), ...row }) => ({ ...row, id }));
      lastId = unapplied.at(-1)?.id ?? lastId;
    },
  };
}
