import { randomInt } from 'node:crypto';
import { MediaStream, MediaStreamTrack, RTCPeerConnection, type RTCRtpTransceiver, RtpHeader, RtpPacket } from 'werift';
import type { RelaySet, Signal } from '../../contract/calls/calls.ts';
import { createSerialQueue } from '../../contract/serial-queue.ts';
import type { Clip, VideoKind } from './media/clip.ts';
import { soundCodecs, videoCodecs } from './media/codecs.ts';
import { firstCodecOf, isHidden, withBundledPorts, withCandidates } from './media/offer.ts';
import { type OutgoingPacket, type Player, player } from './media/player.ts';
import { onTick } from './media/ticker.ts';

/** Timeout of STUN gathering: an unreachable server must not delay the answer. */
const STUN_WAIT_S = 0.5;

/** Settings and callbacks of one WebRTC connection of a host. */
export type PeerOptions = {
  readonly relays: RelaySet;
  readonly generation: number;
  readonly clip: Clip;
  /** The offer of the other side has already arrived. */
  readonly isOffered: boolean;
  send(signal: Signal): void;
  /** The first RTP packet of the other side has arrived. */
  onMedia(): void;
  /** The connection failed; the caller may still restart ICE. */
  onFailed(): void;
};
/** The host's side of one WebRTC connection, for one generation of a call. */
export type Peer = {
  readonly generation: number;
  /** Handles a signal of the other side; signals of other generations are ignored. */
  take(signal: Signal): void;
  /** RTP packets received so far. */
  received(): number;
  /** Pauses sending while true. */
  hold(isHeld: boolean): void;
  close(): Promise<void>;
};

/**
 * Creates the host's side of a call: signals that it is ready unless an offer is there, answers every offer (later ones are ICE restarts or
 * camera changes), plays the clip in the codec that the offer prefers, and counts received packets.
 */
export function createPeer({
  relays,
  generation,
  clip,
  isOffered: isAhead,
  send,
  onMedia,
  onFailed,
}: PeerOptions): Peer {
  const connection = new RTCPeerConnection({
    codecs: { audio: soundCodecs(), video: videoCodecs('h264') },
    headerExtensions: { audio: [], video: [] },
    iceServers: relays.servers.flatMap(({ urls, username, credential }) =>
      urls.map((url) => ({ urls: url, ...(username && credential ? { username, credential } : {}) })),
    ),
    iceTransportPolicy: relays.policy,
    iceUseIpv6: false,
    iceUseTcp: false,
    iceStunGatherTimeout: STUN_WAIT_S,
    bundlePolicy: 'max-bundle',
  });
  const stream = new MediaStream();
  const [video, sound] = (['video', 'audio'] as const).map((kind) => {
    const track = new MediaStreamTrack({ kind });
    stream.addTrack(track);
    return connection.addTransceiver(track, { direction: 'sendrecv', streams: [stream] });
  }) as [RTCRtpTransceiver, RTCRtpTransceiver];
  let received = 0;
  let isOffered = isAhead;
  let closed = false;
  let stopPlaying: (() => void) | undefined;
  // The clip's clock stops while sending is paused.
  let heldAt = 0;
  let heldMs = 0;
  const clipNow = () => (heldAt || performance.now()) - heldMs;
  // Signals are processed serially: a candidate must not overtake its offer.
  const queue = createSerialQueue();

  connection.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe(() => {
      received += 1;
      if (received === 1 && !closed) onMedia();
    });
  });
  connection.onIceCandidate.subscribe((candidate) => {
    if (closed) return;
    send({
      kind: 'candidate',
      generation,
      candidate: candidate?.candidate ?? '',
      sdpMid: candidate?.sdpMid ?? null,
      sdpMLineIndex: candidate?.sdpMLineIndex ?? null,
    });
  });
  connection.connectionStateChange.subscribe((state) => {
    if (closed) return;
    if (state === 'connected') stopPlaying ??= play(video, sound, clip, clipNow);
    if (state === 'failed') onFailed();
  });
  if (!isAhead) send({ kind: 'ready', generation });

  async function understand(signal: Signal): Promise<void> {
    if (closed) return;
    switch (signal.kind) {
      case 'ready':
        // The other side could not receive the `ready` that was sent at the start.
        if (!isOffered) send({ kind: 'ready', generation });
        return;
      case 'description': {
        if (signal.type !== 'offer') return;
        isOffered = true;
        // Prefer the offer's first codec; otherwise the answer would prefer the host's.
        video.setCodecPreferences(videoCodecs(firstCodecOf(signal.sdp)));
        await connection.setRemoteDescription({ type: 'offer', sdp: withCandidates(withBundledPorts(signal.sdp)) });
        const { sdp } = await connection.createAnswer();
        const applied = connection.setLocalDescription({ type: 'answer', sdp });
        // Send the answer before gathering candidates, which are trickled (RFC 8838).
        send({ kind: 'description', generation, type: 'answer', sdp });
        await applied;
        return;
      }
      case 'candidate':
        if (signal.candidate !== '' && !isHidden(signal.candidate))
          await connection.addIceCandidate(candidateOf(signal));
        return;
      case 'media':
        // Reveals in a random match as soon as the other side does. The clip is drawn, so it is not blurred before.
        if (signal.revealed) send({ kind: 'media', generation, video: true, audio: true, revealed: true });
        return;
    }
  }

  return {
    generation,
    take(signal) {
      if (signal.generation !== generation) return;
      // An unreadable signal is ignored; without an answer the call ends by its own time-outs.
      queue.add(() => understand(signal)).catch(() => undefined);
    },
    received: () => received,
    hold(isHeld) {
      if (isHeld) heldAt ||= performance.now();
      else if (heldAt > 0) {
        heldMs += performance.now() - heldAt;
        heldAt = 0;
      }
    },
    async close() {
      closed = true;
      stopPlaying?.();
      await connection.close();
    },
  };
}

const candidateOf = ({ candidate, sdpMid, sdpMLineIndex }: Extract<Signal, { kind: 'candidate' }>) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
});

/** Plays the clip on both tracks; returns a function that stops it. */
function play(video: RTCRtpTransceiver, sound: RTCRtpTransceiver, clip: Clip, now: () => number): () => void {
  const kind: VideoKind = video.sender.codec?.mimeType.toLowerCase() === 'video/vp8' ? 'vp8' : 'h264';
  const playing: Player = player({
    pictures: clip[kind],
    voice: clip.voice,
    now,
    video: packetsOf(video),
    sound: packetsOf(sound),
  });
  const key = video.sender.onPictureLossIndication.subscribe(() => playing.wantKey());
  const stop = onTick(playing.tick);
  return () => {
    stop();
    key.unSubscribe();
  };
}

/** Sends payloads as an RTP stream; sequence number and timestamp start at random values (RFC 3550, section 5.1). */
function packetsOf({ sender }: RTCRtpTransceiver): (sent: OutgoingPacket) => void {
  let sequenceNumber = randomInt(0x8000);
  const firstTimestamp = randomInt(0x7fff_ffff);
  return ({ payload, timestamp, isMarked }) => {
    sequenceNumber = (sequenceNumber + 1) & 0xffff;
    const header = new RtpHeader({ sequenceNumber, timestamp: (firstTimestamp + timestamp) >>> 0, marker: isMarked });
    // Errors of a closed socket are ignored: ICE detects them.
    sender.sendRtp(new RtpPacket(header, payload)).catch(() => undefined);
  };
}
