import type { Signal } from '../../../../contract/calls/calls.ts';
import {
  BUFFERED_SIGNALS_MAX,
  BUFFERED_SIGNALS_MAX_CHARS,
  CALL_SETUP_TIMEOUT_MS,
} from '../../../../contract/calls/rules.ts';

/** The account and the full JID of the caller's device. */
type Caller = { readonly uid: number; readonly jid: string };
type Kept = { caller: Caller; readonly until: number; signals: Signal[]; chars: number };

/**
 * Creates the buffer, one per process, of the caller's signals while a call rings; the callee gets them with the answer. A callee who
 * answers at another process reports that it is ready, and the caller sends a new offer.
 */
export function createSignalBuffer() {
  const calls = new Map<string, Kept>();

  return {
    /** Opens the buffer of a call that rings; removes buffers older than the setup timeout. */
    open(sid: string, caller: Caller, now: number): void {
      for (const [old, { until }] of calls) {
        if (until > now) break;
        calls.delete(old);
      }
      calls.set(sid, { caller, until: now + CALL_SETUP_TIMEOUT_MS, signals: [], chars: 0 });
    },
    /**
     * Buffers a signal of the caller's device `jid`: `not-ringing` if no buffer of that device is open, `full` beyond the limits. A new
     * offer first drops the earlier signals, because the caller's page has restarted the negotiation.
     */
    add(sid: string, jid: string, signal: Signal): 'kept' | 'full' | 'not-ringing' {
      const kept = calls.get(sid);
      if (kept?.caller.jid !== jid) return 'not-ringing';
      if (signal.kind === 'description') Object.assign(kept, { signals: [], chars: 0 });
      const chars = kept.chars + JSON.stringify(signal).length;
      if (chars > BUFFERED_SIGNALS_MAX_CHARS || kept.signals.length >= BUFFERED_SIGNALS_MAX) return 'full';
      kept.signals.push(signal);
      kept.chars = chars;
      return 'kept';
    },
    /** Takes signals of this call from another device or stream of the caller (`from`) from now on. */
    move(sid: string, from: Caller): void {
      const kept = calls.get(sid);
      if (kept?.caller.uid === from.uid) kept.caller = from;
    },
    /** Returns the buffered signals and closes the buffer: later signals are relayed to the callee's device. */
    take(sid: string): Signal[] {
      const signals = calls.get(sid)?.signals ?? [];
      calls.delete(sid);
      return signals;
    },
  };
}
