import { RTCRtpCodecParameters } from 'werift';
import type { VideoKind } from './clip.ts';

const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];

/**
 * Codec parameters for the WebRTC library: the video codecs that a host can send, the preferred one first. No bandwidth estimation, as the
 * host ignores received media.
 */
export function videoCodecs(first: VideoKind): RTCRtpCodecParameters[] {
  const h264 = new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    rtcpFeedback: feedback,
    // Constrained baseline (RFC 6184, section 8.1), which every browser supports.
    parameters: 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
  });
  const vp8 = new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, rtcpFeedback: feedback });
  return first === 'vp8' ? [vp8, h264] : [h264, vp8];
}

/** Codec parameters for the WebRTC library: the audio codec that a host sends, Opus. */
export const soundCodecs = (): RTCRtpCodecParameters[] => [
  new RTCRtpCodecParameters({ mimeType: 'audio/OPUS', clockRate: 48_000, channels: 2 }),
];
