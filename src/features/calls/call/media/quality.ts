/** Sample of a connection's statistics, by `countStats`. `at` in ms, `rtt` in seconds; the others are counters that grow over the call. */
export type Counts = {
  readonly at: number;
  readonly packets: number;
  readonly lost: number;
  readonly frames: number;
  readonly bytes: number;
  readonly rtt: number;
};
/** Connection quality of a call, as shown to the user. */
export type Quality = 'good' | 'fair' | 'poor';

/** Limits beyond which the quality is fair or poor: share of lost packets, round-trip time in seconds, and minimum frames per second. */
const FAIR = { loss: 0.02, rtt: 0.3, frames: 12 };
const POOR = { loss: 0.08, rtt: 0.8, frames: 5 };

type Entry = { readonly type: string; readonly [key: string]: unknown };
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Sums up the inbound streams of an RTCStatsReport into a sample, for `judgeQuality` and the media reports to the worker. */
export function countStats(report: Iterable<Entry>, at: number): Counts {
  let [packets, lost, frames, bytes, rtt] = [0, 0, 0, 0, 0];
  for (const entry of report) {
    if (entry.type === 'inbound-rtp') {
      packets += numberOf(entry['packetsReceived']);
      lost += numberOf(entry['packetsLost']);
      frames += numberOf(entry['framesDecoded']);
      bytes += numberOf(entry['bytesReceived']);
    }
    if (entry.type === 'candidate-pair' && entry['nominated'] === true)
      rtt = Math.max(rtt, numberOf(entry['currentRoundTripTime']));
  }
  return { at, packets, lost, frames, bytes, rtt };
}

/** Rates the connection between two samples of a call. `video`: the peer sends video, so its frame rate counts. */
export function judgeQuality(before: Counts, after: Counts, video: boolean): Quality {
  const seconds = (after.at - before.at) / 1_000;
  const [got, lost] = [after.packets - before.packets, after.lost - before.lost];
  const loss = got + lost > 0 ? Math.max(0, lost) / (got + lost) : 0;
  const perSecond = video && seconds > 0 ? (after.frames - before.frames) / seconds : Number.POSITIVE_INFINITY;
  const worse = (than: typeof FAIR) => loss > than.loss || after.rtt > than.rtt || perSecond < than.frames;
  if (got <= 0 || worse(POOR)) return 'poor';
  return worse(FAIR) ? 'fair' : 'good';
}
