import type { BrowserContext, Page } from 'playwright';
import type { CallRow } from '../../../worker/db/call-rows.ts';
import type { Product } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { query } from '../pages/database.ts';

declare global {
  interface Window {
    /** The peer connections of a page in the order in which it made them. */
    connections: RTCPeerConnection[];
    /** The tracks that `getUserMedia` gave to a page. */
    captured: MediaStreamTrack[];
  }
}

/** Exposes the peer connections and captured tracks of all pages that load from now on. The product itself exposes neither. */
export async function watchConnections(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.connections = [];
    window.captured = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(options?: RTCConfiguration) {
        super(options);
        window.connections.push(this);
      }
    };
    const devices = navigator.mediaDevices;
    const open = devices?.getUserMedia.bind(devices);
    if (!open) return;
    devices.getUserMedia = async (wish) => {
      const stream = await open(wish);
      window.captured.push(...stream.getTracks());
      return stream;
    };
  });
}

/**
 * The sound of the peer that this page plays: whether an unmuted element plays it, and the loudest sample of 1.5 s (0 to 1). The
 * microphone of a test browser beeps once a second.
 */
export function soundOf(page: Page): Promise<{ readonly plays: boolean; readonly peak: number }> {
  return page.evaluate(async () => {
    const elements = [...document.querySelectorAll<HTMLMediaElement>('audio, video')];
    const element = elements.find(
      ({ srcObject, muted, paused, volume }) =>
        srcObject instanceof MediaStream && srcObject.getAudioTracks().length > 0 && !muted && !paused && volume > 0,
    );
    if (!(element?.srcObject instanceof MediaStream)) return { plays: false, peak: 0 };
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(element.srcObject).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const [began, from] = [performance.now(), element.currentTime];
    let peak = 0;
    while (performance.now() - began < 1_500) {
      await new Promise(requestAnimationFrame);
      analyser.getFloatTimeDomainData(samples);
      peak = Math.max(peak, ...samples.map(Math.abs));
    }
    await context.close();
    return { plays: element.currentTime > from, peak };
  });
}

/** By kind, whether the tracks that the page currently sends are enabled. */
export const sentBy = (page: Page): Promise<Readonly<Record<string, boolean>>> =>
  page.evaluate(() => {
    const senders = window.connections.findLast(({ connectionState }) => connectionState !== 'closed')?.getSenders();
    return Object.fromEntries((senders ?? []).flatMap(({ track }) => (track ? [[track.kind, track.enabled]] : [])));
  });

/** State and statistics of the newest peer connection of a page. */
export type Link = {
  readonly state: string;
  readonly framesDecoded: number;
  /** 0..1 */
  readonly audioLevel: number;
  readonly codec: string;
  /** Types of the selected pair's candidates, `host` or `relay`; empty while there is none. */
  readonly local: string;
  readonly remote: string;
  /** The transport between this side and its relay: `udp` or `tcp`. */
  readonly relayProtocol: string;
};

export function linkOf(page: Page): Promise<Link> {
  return page.evaluate(async () => {
    const connection = window.connections.at(-1);
    const report = await connection?.getStats();
    const stats = [...(report?.values() ?? [])];
    const inbound = (kind: string) => stats.find((one) => one.type === 'inbound-rtp' && one.kind === kind);
    const transport = stats.find(({ type }) => type === 'transport');
    const pair = report?.get(transport?.selectedCandidatePairId);
    const [local, remote] = [report?.get(pair?.localCandidateId), report?.get(pair?.remoteCandidateId)];
    return {
      state: connection?.connectionState ?? 'none',
      framesDecoded: inbound('video')?.framesDecoded ?? 0,
      audioLevel: inbound('audio')?.audioLevel ?? 0,
      codec: (report?.get(inbound('video')?.codecId)?.mimeType ?? '').toLowerCase(),
      local: local?.candidateType ?? '',
      remote: remote?.candidateType ?? '',
      relayProtocol: local?.relayProtocol ?? '',
    };
  });
}

/** The call row that the core of this page stores. */
export async function rowOf(page: Page): Promise<CallRow | undefined> {
  const rows = (await readTable(page, 'app', 'state')) as { key: string }[];
  return rows.find((row): row is CallRow => row.key === 'call');
}

/** Moves the start of metering back, so that the meter now shows `seconds`. */
export const letTimePass = (product: Product, sid: string, seconds: number) =>
  query(
    product,
    `update call set due_at = 0, stretches = jsonb_set(stretches, '{0,0}', to_jsonb(
       (stretches->0->>0)::bigint - greatest(0, $2::bigint - (
         select sum(coalesce((one->>1)::bigint, $3::bigint) - (one->>0)::bigint) from jsonb_array_elements(stretches) one))))
     where sid = $1`,
    [sid, seconds * 1_000, Date.now()],
  );

/** Moves the start of metering to now, so that the meter shows 0 s: for steps that a busy machine does not finish in the free time. */
export const restartMeter = (product: Product, sid: string) =>
  query(
    product,
    `update call set due_at = 0, stretches = jsonb_build_array(jsonb_build_array($2::bigint, null)) where sid = $1`,
    [sid, Date.now()],
  );

/**
 * Ends the camera or microphone of a page as unplugging it does (`stop()` alone dispatches no `ended` event), and refuses a new one until
 * the returned function plugs it in.
 */
export async function unplug(page: Page, kind: 'audio' | 'video'): Promise<() => Promise<void>> {
  await page.evaluate((unplugged) => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (wish) =>
      wish?.[unplugged] ? Promise.reject(new DOMException('none', 'NotFoundError')) : open(wish);
    addEventListener('plugged-in', () => {
      devices.getUserMedia = open;
      devices.dispatchEvent(new Event('devicechange'));
    });
    const live = window.captured.filter((track) => track.kind === unplugged && track.readyState === 'live');
    for (const track of live) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  }, kind);
  return () => page.evaluate(() => void dispatchEvent(new Event('plugged-in')));
}
