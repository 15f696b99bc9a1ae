import type { VideoKind } from './clip.ts';

/**
 * Returns which of the two codecs an offer names first for video (RFC 8866: the payload types of the m-line in order of
 * preference, each named by an rtpmap). H.264 where it names neither: the answer then refuses video.
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
