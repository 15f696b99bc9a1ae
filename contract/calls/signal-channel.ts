import type { Signal } from './calls.ts';

/**
 * Channel over which the core passes the peer's signals to the page that owns the media before they are stored, so that negotiation does
 * not wait for the disk. The stored rows serve a page or a core that starts later.
 */
export const CALL_SIGNALS_CHANNEL = 'gemcall-call-signals';

/** A signal and its sequence number, which increases. */
export type NumberedSignal = { readonly id: number; readonly signal: Signal };
/** A message on the channel: new signals of the call `sid`. */
export type SignalNews = { readonly sid: string; readonly signals: readonly NumberedSignal[] };
