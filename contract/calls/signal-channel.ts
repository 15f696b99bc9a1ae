import type { Signal } from './calls.ts';

/**
 * Name of the BroadcastChannel over which the core passes the peer's signals to the page that owns the media before they are stored, so
 * that negotiation does not wait for the disk. The stored rows serve a page or a core that starts later.
 */
export const CALL_SIGNALS_CHANNEL = 'gemcall-call-signals';

/** A signal of the peer and its sequence number, which increases, so that a page applies each signal once and in order. */
export type NumberedSignal = { readonly id: number; readonly signal: Signal };
/** A message on `CALL_SIGNALS_CHANNEL`: new signals of the call `sid`. */
export type SignalNews = { readonly sid: string; readonly signals: readonly NumberedSignal[] };
