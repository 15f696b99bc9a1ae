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

/**
 * Returns the offer with the port 9 instead of 0 in sections that are only used in the bundle (`a=bundle-only`, RFC 9143, section 6). The
 * WebRTC library takes every port 0 for a rejected section; Firefox offers its video so.
 */
export const withBundledPorts = (sdp: string): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section) => (/^a=bundle-only\r?$/m.test(section) ? section.replace(/^(m=\w+) 0 /, '$1 9 ') : section))
    .join('');

/** Matches the host name of a candidate that a browser hides (draft-ietf-mmusic-mdns-ice-candidates). */
const HIDDEN = /^a=candidate:(\S+ ){4}\S+\.local .*\r?\n/gm;
/** A candidate of an address for documentation (RFC 5737), which never answers. */
const UNREACHABLE = 'a=candidate:0 1 udp 1 198.51.100.1 9 typ host\r\n';

/** Whether the address of a candidate is a name that only the browser's own network can resolve. */
export const isHidden = (candidate: string): boolean => /^(a=)?candidate:(\S+ ){4}\S+\.local /.test(candidate);

/**
 * Returns the offer without hidden candidates, and with one that never answers if no other is left: the WebRTC library gives up at once
 * when it has no candidate to check. The checks of the browser then reveal its address.
 */
export function withCandidates(sdp: string): string {
  const known = sdp.replace(HIDDEN, '').replace(/^a=end-of-candidates\r?\n/gm, '');
  if (/^a=candidate:/m.test(known)) return known;
  return known.replace(/^(m=[^\n]*\n(?:[^m][^\n]*\n)*)/m, `$1${UNREACHABLE}`);
}
