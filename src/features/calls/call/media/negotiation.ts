import type { Signal } from '#contract/calls/calls.ts';

/**
 * State of perfect negotiation (W3C WebRTC, section 10.7), without a connection; input and output of `judge`. The callee is
 * polite: it rolls back on a collision. The caller makes the first offer once the peer's connection of the same generation is
 * ready.
 */
export type Negotiation = {
  readonly generation: number;
  readonly polite: boolean;
  /** Whether the peer's connection of this generation is ready, or need not be, as the hub buffers the offer. */
  readonly peerReady: boolean;
  /** Whether this side offers before the peer is ready, as the hub buffers the offer. False once a `ready` or description has arrived. */
  readonly ahead: boolean;
  readonly makingOffer: boolean;
  /** Whether an offer of the peer has arrived. */
  readonly offered: boolean;
  /** Whether the peer's last offer was ignored, so that its candidates are ignored too. */
  readonly ignoring: boolean;
};

/**
 * Returns the initial negotiation state of a generation of a call. `polite`: true for the callee. `kept`: the hub buffers the
 * caller's signals until the answer, so the caller does not wait for the peer.
 */
export const initialNegotiation = (generation: number, polite: boolean, kept = false): Negotiation => ({
  generation,
  polite,
  peerReady: kept && !polite,
  ahead: kept && !polite,
  makingOffer: false,
  offered: false,
  ignoring: false,
});

/**
 * Returns whether to send an offer on `negotiationneeded`: once the peer is ready, the caller always, the callee after the caller's first
 * offer, and neither without an m-line (`lines`: their number). The event also fires when the TURN servers of a prepared connection are
 * set (`setConfiguration`), when the callee has no m-line yet.
 */
export const mayOffer = ({ peerReady, offered, polite }: Negotiation, lines: number): boolean =>
  peerReady && lines > 0 && (offered || !polite);

/** Decision of `judge` on a signal of the peer. `offer-again`: resend the current local offer. `say-ready`: announce the own connection. */
export type SignalVerdict = 'offer' | 'offer-again' | 'say-ready' | 'apply' | 'ignore';

/**
 * Decides what to do with a signal of the peer, and returns the next state. Signals of another generation are ignored. `stable`: the
 * signaling state is `stable`, so no own offer is open.
 */
export function judge(state: Negotiation, signal: Signal, stable: boolean): readonly [Negotiation, SignalVerdict] {
  if (signal.generation !== state.generation) return [state, 'ignore'];
  switch (signal.kind) {
    case 'ready': {
      const next = { ...state, peerReady: true, ahead: false };
      // After a break both sides reconnect at different times, and the own `ready` may have been sent before the caller was back.
      if (state.polite) return [next, state.offered ? 'ignore' : 'say-ready'];
      // The offer that is being made is sent when it is complete.
      if (state.makingOffer) return [next, 'ignore'];
      if (stable) return [next, 'offer'];
      // The own offer is open. The hub buffered it while the call rang (`ahead`), but the peer did not get it: the buffer was lost, or the
      // peer runs a build that does not read it. An offer that was made for a ready peer is not repeated.
      return [next, state.ahead ? 'offer-again' : 'ignore'];
    }
    case 'description': {
      // A duplicate answer to an offer that was already answered.
      if (signal.type === 'answer' && stable) return [state, 'ignore'];
      const clash = signal.type === 'offer' && (state.makingOffer || !stable);
      const ignoring = !state.polite && clash;
      const offered = state.offered || signal.type === 'offer';
      const next = { ...state, peerReady: true, ahead: false, offered, ignoring };
      if (ignoring) return [next, 'ignore'];
      // For the polite peer, `setRemoteDescription` rolls back the own offer implicitly.
      return [next, 'apply'];
    }
    case 'candidate':
      // An empty candidate marks the end of candidates.
      return [state, state.ignoring || signal.candidate === '' ? 'ignore' : 'apply'];
    case 'media':
      return [state, 'apply'];
  }
}

/**
 * Codecs in the order of preference. Video (product 9.2): every browser and demo host has one of them. Audio: packets that repeat
 * the frame before (RFC 2198), so that a lost one is no gap; a peer without it answers with Opus alone.
 */
const PREFERRED = ['video/h264', 'video/vp8', 'audio/red', 'audio/opus'];

/** Returns the codecs of one kind as the preference of a transceiver; those not in `PREFERRED` keep the browser's order. */
export const byPreference = <T extends { readonly mimeType: string }>(codecs: readonly T[]): T[] => {
  const rankOf = ({ mimeType }: T) => {
    const rank = PREFERRED.indexOf(mimeType.toLowerCase());
    return rank < 0 ? PREFERRED.length : rank;
  };
  return codecs.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** Whether an answer rejects the video of an offer, because the two sides have no codec in common (RFC 3264, section 6). */
export const rejectsVideo = (sdp: string): boolean => /^m=video 0 /m.test(sdp);

/** Limit of the sent audio: a voice in mono with Opus. It still gets through where the whole connection has 150 kbit/s. */
const AUDIO_MAX_BITS_PER_SECOND = 32_000;
/** Limit of the sent video: enough for the largest picture of a call, 720 × 1280 px. */
const VIDEO_MAX_BITS_PER_SECOND = 1_500_000;

/**
 * Returns the parameters of a sender with the limits of a call: audio goes first and keeps its bitrate; on a weak connection the picture
 * becomes smaller before it stutters.
 */
export function withLimits(kind: string, parameters: RTCRtpSendParameters): RTCRtpSendParameters {
  const isAudio = kind === 'audio';
  const limits = isAudio
    ? ({ maxBitrate: AUDIO_MAX_BITS_PER_SECOND, priority: 'high', networkPriority: 'high' } as const)
    : ({ maxBitrate: VIDEO_MAX_BITS_PER_SECOND, priority: 'low', networkPriority: 'low' } as const);
  return {
    ...parameters,
    encodings: parameters.encodings.map((encoding) => ({ ...encoding, ...limits })),
    ...(!isAudio && { degradationPreference: 'maintain-framerate' }),
  };
}
