import { MediaStream, MediaStreamTrack, RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import type { RelaySet, Signal } from '../../../contract/calls/calls.ts';
import { clipOf } from '../../../demo/hosts/media/clip.ts';
import { soundCodecs, videoCodecs } from '../../../demo/hosts/media/codecs.ts';
import { type OutgoingPacket, player } from '../../../demo/hosts/media/player.ts';
import { onTick } from '../../../demo/hosts/media/ticker.ts';

type CallerOptions = { readonly relays: RelaySet; send(signal: Signal): void; readonly clipUid: number };

/** The side of a caller without a browser: offers when the host is ready, sends a clip, and counts received packets. */
export async function createCaller({ relays, send, clipUid }: CallerOptions) {
  const clip = await clipOf(clipUid);
  const connection = new RTCPeerConnection({
    codecs: { audio: soundCodecs(), video: videoCodecs('h264') },
    iceServers: [],
    iceTransportPolicy: relays.policy,
    iceUseIpv6: false,
    iceUseTcp: false,
    bundlePolicy: 'max-bundle',
  });
  const stream = new MediaStream();
  let received = 0;
  const senders = (['video', 'audio'] as const).map((kind) => {
    const track = new MediaStreamTrack({ kind });
    stream.addTrack(track);
    return connection.addTransceiver(track, { direction: 'sendrecv', streams: [stream] }).sender;
  });
  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      received += 1;
    });
  });
  let generation = 0;
  connection.onIceCandidate.subscribe((candidate) =>
    send({
      kind: 'candidate',
      generation,
      candidate: candidate?.candidate ?? '',
      sdpMid: candidate?.sdpMid ?? null,
      sdpMLineIndex: candidate?.sdpMLineIndex ?? null,
    }),
  );
  const [video, sound] = senders.map((sender) => {
    let sequenceNumber = 0;
    return ({ payload, timestamp, isMarked }: OutgoingPacket) => {
      sequenceNumber = (sequenceNumber + 1) & 0xffff;
      const header = new RtpHeader({ sequenceNumber, timestamp, marker: isMarked });
      sender.sendRtp(new RtpPacket(header, payload)).catch(() => undefined);
    };
  }) as [(sent: OutgoingPacket) => void, (sent: OutgoingPacket) => void];
  let stop = () => {};
  connection.connectionStateChange.subscribe((state) => {
    if (state !== 'connected') return;
    const now = () => performance.now();
    stop = onTick(player({ pictures: clip.h264, voice: clip.voice, now, video, sound }).tick);
  });
  return {
    received: () => received,
    async take(signal: Signal): Promise<void> {
      if (signal.kind === 'ready') {
        generation = signal.generation;
        const offer = await connection.createOffer();
        const applied = connection.setLocalDescription(offer);
        send({ kind: 'description', generation, type: 'offer', sdp: offer.sdp });
        await applied;
      } else if (signal.kind === 'description') {
        await connection.setRemoteDescription({ type: signal.type, sdp: signal.sdp });
      } else if (signal.kind === 'candidate' && signal.candidate !== '') {
        const { candidate, sdpMid, sdpMLineIndex } = signal;
        await connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex });
      }
    },
    async close() {
      stop();
      await connection.close();
    },
  };
}
