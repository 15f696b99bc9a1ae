import type { VideoKind } from './clip.ts';

/**
 * The video codec that an SDP offer prefers: the payload types of the m-line are in order of preference (RFC 8866), each named by an
 * rtpmap. H.264 if the offer has neither; the answer then rejects video.
 */
export function firstCodecOf(sdp: string): VideoKind {
  const [video = ''] = sdp.split(/^m=/m).filter((section) => section.startsWith('video '));
  const [line = ''] = video.split(/\r?\n/, 1);
  const names = new Map([...video.matchAll(/^a=rtpmap:(\d+) ([\w-]+)\//gm)].map(([, type, name]) => [type, name]));
  for (const type of line.split(' ').slice(3)) {
    const name = names.get(type)?.toLowerCase();
    if (name === 'vp8' || name === 'h264') return name;
  }
  return 'h264';
}
