import type { Signal } from '#contract/calls/calls.ts';

/**
 * Perfect negotiation (W3C WebRTC, 10.7) as decisions without a connection. The callee is polite: where both offer at
 * once that side rolls back. The caller offers first, once the other side's connection of the same generation is ready.
 */
export type Negotiation = {
  readonly generation: number;
  readonly polite: boolean;
  /** The peer's connection of this generation is ready. */
  readonly peerReady: boolean;
  /** We offer before the peer answers, and the hub keeps it. False from the first sign of the peer on. */
  readonly ahead: boolean;
  readonly makingOffer: boolean;
  /** An offer of the peer has arrived. */
  readonly offered: boolean;
  /** The peer's last offer was ignored, and so are the candidates that belong to it. */
  readonly ignoring: boolean;
};

/** `kept`: the hub keeps the caller's signals until the answer, so the caller does not wait. */
export const begin = (generation: number, polite: boolean, kept = false): Negotiation => ({
  generation,
  polite,
  peerReady: kept && !polite,
  ahead: kept && !polite,
  makingOffer: false,
  offered: false,
  ignoring: false,
});

/**
 * Whether to offer when the browser reports `negotiationneeded`. It also does when the relays of a prepared connection
 * are set
 * (`setConfiguration`), where the callee has no line yet: the caller's offer comes first.
 */
export const mayOffer = ({ peerReady, offered, polite }: Negotiation, lines: number): boolean =>
  peerReady && lines > 0 && (offered || !polite);

export type Verdict = 'offer' | 'offer-again' | 'say-ready' | 'apply' | 'ignore';

/** Decides what to do with a signal. `stable`: no offer of ours is open (signalingState). */
export function judge(state: Negotiation, signal: Signal, stable: boolean): readonly [Negotiation, Verdict] {
  if (signal.generation !== state.generation) return [state, 'ignore'];
  switch (signal.kind) {
    case 'ready': {
      const next = { ...state, peerReady: true, ahead: false };
      // Our offer went to an address that the caller had left: after a break both return, one before the other.
      if (state.polite) return [next, state.offered ? 'ignore' : 'say-ready'];
      // The open offer follows it; one that was made before the answer was lost on the way, or theirs is an older build.
      if (state.makingOffer) return [next, 'ignore'];
      return [next, stable ? 'offer' : state.ahead ? 'offer-again' : 'ignore'];
    }
    case 'description': {
      // Answer to an offer that was answered before.
      if (signal.type === 'answer' && stable) return [state, 'ignore'];
      const clash = signal.type === 'offer' && (state.makingOffer || !stable);
      const ignoring = !state.polite && clash;
      const offered = state.offered || signal.type === 'offer';
      const next = { ...state, peerReady: true, ahead: false, offered, ignoring };
      if (ignoring) return [next, 'ignore'];
      // The browser rolls back our own open offer (implicit rollback).
      return [next, 'apply'];
    }
    case 'candidate':
      // An empty candidate marks the end of candidates and changes nothing.
      return [state, state.ignoring || signal.candidate === '' ? 'ignore' : 'apply'];
    case 'media':
      return [state, 'apply'];
  }
}

/** H264 first (product 9.2), the rest in the browser's own order. */
export const h264First = <T extends { readonly mimeType: string }>(codecs: readonly T[]): T[] => {
  const isH264 = ({ mimeType }: T) => mimeType.toLowerCase() === 'video/h264';
  return [...codecs.filter(isH264), ...codecs.filter((codec) => !isH264(codec))];
};
