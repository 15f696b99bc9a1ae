import type { Page } from 'playwright';
import type { Signal } from '../../../contract/calls/calls.ts';

/** Statistics of the media that a page has received from the host. */
export type Seen = {
  readonly state: string;
  readonly framesDecoded: number;
  readonly keyFramesDecoded: number;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  /** 0..1 */
  readonly audioLevel: number;
  readonly pairs: number;
};

type Caller = {
  take(signal: Signal): Promise<void>;
  seen(): Promise<Seen>;
  restart(): Promise<void>;
  close(): void;
};
declare global {
  interface Window {
    toHost(signal: Signal): void;
    caller: Caller;
  }
}

/** A page that calls as `src/features/calls/call` does: it sends camera and microphone, and the offer after the host's `ready`. */
export async function openCaller(page: Page, codec: string, toHost: (signal: Signal) => void) {
  await page.route('https://caller.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<video autoplay>' }),
  );
  await page.goto('https://caller.test/');
  await page.exposeFunction('toHost', toHost);
  await page.evaluate(callWith, { codec, generation: 1 });
  return {
    take: (signal: Signal) => page.evaluate((said) => window.caller.take(said), signal),
    seen: () => page.evaluate(() => window.caller.seen()),
    restart: () => page.evaluate(() => window.caller.restart()),
    /** Closes this connection and opens one of the given generation. */
    again: async (generation: number) => {
      await page.evaluate(() => window.caller.close());
      await page.evaluate(callWith, { codec, generation });
    },
  };
}

/** Runs in the page. */
async function callWith({ codec, generation }: { codec: string; generation: number }): Promise<void> {
  const connection = new RTCPeerConnection();
  const media = await navigator.mediaDevices.getUserMedia({ video: { width: 480, height: 640 }, audio: true });
  for (const track of media.getTracks()) connection.addTrack(track, media);
  const video = connection.getTransceivers().find(({ sender }) => sender.track?.kind === 'video');
  const known = RTCRtpReceiver.getCapabilities('video')?.codecs ?? [];
  // A browser without the H264 licence, as in some distributions, does not offer the codec.
  const codecs = known.filter(({ mimeType }) => codec === 'video/h264' || mimeType.toLowerCase() !== 'video/h264');
  const rank = ({ mimeType }: { mimeType: string }) => (mimeType.toLowerCase() === codec ? 0 : 1);
  video?.setCodecPreferences([...codecs].sort((a, b) => rank(a) - rank(b)));
  connection.ontrack = ({ streams: [stream] }) => {
    const shown = document.querySelector('video');
    if (shown && stream) shown.srcObject = stream;
  };
  connection.onicecandidate = ({ candidate }) =>
    window.toHost({
      kind: 'candidate',
      generation,
      candidate: candidate?.candidate ?? '',
      sdpMid: candidate?.sdpMid ?? null,
      sdpMLineIndex: candidate?.sdpMLineIndex ?? null,
    });
  const offer = async () => {
    await connection.setLocalDescription();
    const { sdp } = connection.localDescription ?? { sdp: '' };
    window.toHost({ kind: 'description', generation, type: 'offer', sdp });
  };
  window.caller = {
    async take(signal) {
      if (signal.generation !== generation) return;
      if (signal.kind === 'ready') await offer();
      if (signal.kind === 'description') await connection.setRemoteDescription({ type: signal.type, sdp: signal.sdp });
      if (signal.kind === 'candidate' && signal.candidate !== '') {
        const { candidate, sdpMid, sdpMLineIndex } = signal;
        await connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex });
      }
    },
    async seen() {
      const stats = [...(await connection.getStats()).values()];
      const of = (kind: string) => stats.find((one) => one.type === 'inbound-rtp' && one.kind === kind) ?? {};
      const [picture, sound] = [of('video'), of('audio')];
      return {
        state: connection.connectionState,
        framesDecoded: picture.framesDecoded ?? 0,
        keyFramesDecoded: picture.keyFramesDecoded ?? 0,
        width: picture.frameWidth ?? 0,
        height: picture.frameHeight ?? 0,
        mimeType: stats.find(({ id }) => id === picture.codecId)?.mimeType ?? '',
        audioLevel: sound.audioLevel ?? 0,
        pairs: stats.find(({ type }) => type === 'transport')?.selectedCandidatePairChanges ?? 0,
      };
    },
    async restart() {
      connection.restartIce();
      await offer();
    },
    close() {
      connection.close();
      for (const track of media.getTracks()) track.stop();
    },
  };
  window.toHost({ kind: 'ready', generation });
}
