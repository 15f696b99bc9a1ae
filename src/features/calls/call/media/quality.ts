import { USABLE_FRAMES_PER_SECOND } from '#contract/calls/rules.ts';

/**
 * Sample of a connection's statistics, by `countStats`. `at` in ms, `rtt` in seconds, `peerLoss`: share of the sent packets that the peer
 * lost by its last report; the others are counters that grow over the call.
 */
export type Counts = {
  readonly at: number;
  readonly packets: number;
  readonly lost: number;
  readonly frames: number;
  readonly bytes: number;
  readonly rtt: number;
  readonly peerLoss: number;
  readonly received: MediaCounts;
  readonly sent: MediaCounts;
};
/** Frames and packets of sound in one direction; undefined if the browser does not count them. */
export type MediaCounts = { readonly frames: number | undefined; readonly sound: number | undefined };
/** Connection quality of a call, as shown to the user. */
export type Quality = 'good' | 'fair' | 'poor';

/** Limits beyond which the quality is fair or poor: share of lost packets, round-trip time in seconds, and minimum frames per second. */
const FAIR = { loss: 0.02, rtt: 0.3, frames: 12 };
const POOR = { loss: 0.08, rtt: 0.8, frames: 5 };

type Entry = { readonly type: string; readonly [key: string]: unknown };
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

const NO_COUNTS: MediaCounts = { frames: undefined, sound: undefined };

/** Adds a stream to the counts of its direction. Frames are counted as they arrive: a page in the background may not decode them. */
function plus(counts: MediaCounts, kind: unknown, frames: unknown, packets: unknown): MediaCounts {
  const [name, more] = kind === 'audio' ? (['sound', packets] as const) : (['frames', frames] as const);
  return typeof more === 'number' ? { ...counts, [name]: (counts[name] ?? 0) + more } : counts;
}

/**
 * Sums up the streams and the reports of the peer in an RTCStatsReport into a sample, for `judgeQuality` and the media reports to the
 * core.
 */
export function countStats(report: Iterable<Entry>, at: number): Counts {
  let [packets, lost, frames, bytes, rtt, peerLoss] = [0, 0, 0, 0, 0, 0];
  let received = NO_COUNTS;
  let sent = NO_COUNTS;
  for (const entry of report) {
    if (entry.type === 'inbound-rtp') {
      packets += numberOf(entry['packetsReceived']);
      lost += numberOf(entry['packetsLost']);
      frames += numberOf(entry['framesDecoded']);
      bytes += numberOf(entry['bytesReceived']);
      received = plus(received, entry['kind'], entry['framesReceived'], entry['packetsReceived']);
    }
    if (entry.type === 'outbound-rtp') sent = plus(sent, entry['kind'], entry['framesSent'], entry['packetsSent']);
    if (entry.type === 'remote-inbound-rtp') peerLoss = Math.max(peerLoss, numberOf(entry['fractionLost']));
    if (entry.type === 'candidate-pair' && entry['nominated'] === true)
      rtt = Math.max(rtt, numberOf(entry['currentRoundTripTime']));
  }
  return { at, packets, lost, frames, bytes, rtt, peerLoss, received, sent };
}

/**
 * Rates the connection between two samples of a call, by the loss of the worse direction, so that both sides see about the same, by the
 * round-trip time, and by the received frame rate if the peer sends video (`video`).
 */
export function judgeQuality(before: Counts, after: Counts, video: boolean): Quality {
  const seconds = (after.at - before.at) / 1_000;
  const [got, lost] = [after.packets - before.packets, after.lost - before.lost];
  const loss = Math.max(got + lost > 0 ? lost / (got + lost) : 0, after.peerLoss);
  const perSecond = video && seconds > 0 ? (after.frames - before.frames) / seconds : Number.POSITIVE_INFINITY;
  const worse = (than: typeof FAIR) => loss > than.loss || after.rtt > than.rtt || perSecond < than.frames;
  if (got <= 0 || worse(POOR)) return 'poor';
  return worse(FAIR) ? 'fair' : 'good';
}

/**
 * Returns whether the media of one direction were usable between two samples, for the media reports (product 3.8): at least
 * USABLE_FRAMES_PER_SECOND and some sound, each unless it is turned off, but not both off. What the browser does not count is usable.
 */
export function isUsable(
  { before, after, seconds }: { readonly before: MediaCounts; readonly after: MediaCounts; readonly seconds: number },
  isOn: { readonly video: boolean; readonly audio: boolean },
): boolean {
  if (!isOn.video && !isOn.audio) return false;
  if (seconds <= 0) return true;
  const gained = (kind: keyof MediaCounts) =>
    after[kind] === undefined ? Number.POSITIVE_INFINITY : after[kind] - (before[kind] ?? 0);
  const isSeen = !isOn.video || gained('frames') / seconds >= USABLE_FRAMES_PER_SECOND;
  return isSeen && (!isOn.audio || gained('sound') > 0);
}

/** Number of poor ratings in a row (8 s) after which a call is offered to go on without video. */
const UNUSABLE_RATINGS = 4;

/** Returns a function that takes the ratings of a call and calls `offer` once, at the first `UNUSABLE_RATINGS` poor ratings in a row. */
export function createUnusableWatch(offer: () => void): (quality: Quality) => void {
  let poorCount = 0;
  let isOffered = false;
  return (quality) => {
    poorCount = quality === 'poor' ? poorCount + 1 : 0;
    if (poorCount < UNUSABLE_RATINGS || isOffered) return;
    isOffered = true;
    offer();
  };
}
