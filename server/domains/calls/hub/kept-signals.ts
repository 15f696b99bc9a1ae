import type { Signal } from '../../../../contract/calls/calls.ts';
import { CALL_SETUP_TIMEOUT_MS, KEPT_SIGNALS_MAX, KEPT_SIGNALS_MAX_CHARS } from '../../../../contract/calls/rules.ts';

/** The account and the full address of the caller's device. */
type Caller = { readonly uid: number; readonly jid: string };
type Kept = { caller: Caller; readonly until: number; signals: Signal[]; chars: number };

/**
 * What callers negotiate while it rings, for the callee's answer. In memory: where the callee answers at
 * another process, they say that they are ready, and the caller offers again.
 */
export function createKeptSignals() {
  const calls = new Map<string, Kept>();

  return {
    /** Begins to keep for a call that rings; forgets those that have rung too long. */
    open(sid: string, caller: Caller, now: number): void {
      for (const [old, { until }] of calls) {
        if (until > now) break;
        calls.delete(old);
      }
      calls.set(sid, { caller, until: now + CALL_SETUP_TIMEOUT_MS, signals: [], chars: 0 });
    },
    /** A new offer replaces what was kept before it: the caller's page has begun anew. */
    add(sid: string, jid: string, signal: Signal): 'kept' | 'full' | 'not-ringing' {
      const kept = calls.get(sid);
      if (kept?.caller.jid !== jid) return 'not-ringing';
      if (signal.kind === 'description') Object.assign(kept, { signals: [], chars: 0 });
      const chars = kept.chars + JSON.stringify(signal).length;
      if (chars > KEPT_SIGNALS_MAX_CHARS || kept.signals.length >= KEPT_SIGNALS_MAX) return 'full';
      kept.signals.push(signal);
      kept.chars = chars;
      return 'kept';
    },
    /** The caller goes on under another address. */
    move(sid: string, from: Caller): void {
      const kept = calls.get(sid);
      if (kept?.caller.uid === from.uid) kept.caller = from;
    },
    /** Ends the keeping: what follows goes to the callee's device. */
    take(sid: string): Signal[] {
      const signals = calls.get(sid)?.signals ?? [];
      calls.delete(sid);
      return signals;
    },
  };
}
