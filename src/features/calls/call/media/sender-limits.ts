/** Opus of a voice in mono; it still gets through where the whole connection has 150 kbit/s. */
const AUDIO_MAX_BITS_PER_SECOND = 32_000;
/** Enough for the largest picture of a call, 720 × 1280 px. */
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

/** Applies `withLimits` to the senders of a negotiated connection. A browser that refuses a parameter keeps its defaults. */
export async function limitSenders(pc: Pick<RTCPeerConnection, 'getTransceivers'>): Promise<void> {
  for (const { sender, receiver } of pc.getTransceivers()) {
    const parameters = sender.getParameters();
    if (parameters.encodings.length === 0) continue;
    await sender.setParameters(withLimits(receiver.track.kind, parameters)).catch(() => {});
  }
}
