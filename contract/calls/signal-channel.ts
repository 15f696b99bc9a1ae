import type { Signal } from './calls.ts';

/**
 * Channel over which the core passes the peer's signals to the page that owns the media, before they are in the database:
 * a negotiation does not wait for a disk. The rows behind serve a page or a core that comes later.
 */
export const CALL_SIGNALS_CHANNEL = 'gemcall-call-signals';

/** A signal and its number: later ones have higher numbers. */
export type NumberedSignal = { readonly id: number; readonly signal: Signal };
export type SignalNews = { readonly sid: string; readonly signals: readonly NumberedSignal[] };
