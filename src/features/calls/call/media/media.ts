import type { RelaySet, Signal } from '#contract/calls/calls.ts';
import {
  VIDEO_HEIGHT_IDEAL_PX,
  VIDEO_HEIGHT_MAX_PX,
  VIDEO_WIDTH_IDEAL_PX,
  VIDEO_WIDTH_MAX_PX,
} from '#contract/calls/rules.ts';
import { isCallSupported } from '../../../../media/call-support.ts';
import { type DeviceFault, mostUsefulFault, type OpenedDevices, openDevices } from '../../../../media/devices.ts';
import { byPreference, initialNegotiation, judge, mayOffer, rejectsVideo, withLimits } from './negotiation.ts';
import { type Counts, countStats } from './quality.ts';
import { createRestarts } from './restarts.ts';

/** Direction of a phone's camera: towards the user, or away from them. */
export type Facing = 'user' | 'environment';
const AUDIO = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
/** A device to open: the one with this id, a camera with exactly this direction, or the default one. */
export type DeviceChoice = { readonly deviceId: string } | { readonly facing: Facing } | undefined;

/** Video constraints: ideally 480 × 640 px, at most 720 × 1280 px (product 9.2). */
const videoWish = (camera: MediaTrackConstraints): MediaTrackConstraints => ({
  width: { ideal: VIDEO_WIDTH_IDEAL_PX, max: VIDEO_WIDTH_MAX_PX },
  height: { ideal: VIDEO_HEIGHT_IDEAL_PX, max: VIDEO_HEIGHT_MAX_PX },
  ...camera,
});
const DEFAULT_CAMERA: MediaTrackConstraints = { facingMode: 'user' };

/**
 * Opens camera and microphone, or only the one that is available; the fault if neither is. Calls use `prepareLocal`, which opens
 * them once.
 */
export async function openLocal(): Promise<OpenedDevices> {
  const video = videoWish(DEFAULT_CAMERA);
  const faults: DeviceFault[] = [];
  for (const wish of [{ audio: AUDIO, video }, { audio: AUDIO }, { video }]) {
    const opened = await openDevices(wish);
    if ('stream' in opened) return opened;
    faults.push(opened.fault);
  }
  return { fault: mostUsefulFault(faults) };
}

/** Permission states, queried once. Each PermissionStatus object updates itself. */
let permissions: Promise<readonly PermissionStatus[]> | undefined;
const askPermissions = () =>
  Promise.all(['camera', 'microphone'].map((name) => navigator.permissions.query({ name: name as PermissionName })));

/**
 * Returns whether the browser has already granted camera and microphone, so that a call can be dialled or answered before the devices are
 * open.
 */
export async function isAllowed(): Promise<boolean> {
  if (!isCallSupported()) return false;
  try {
    permissions ??= askPermissions();
    return (await permissions).every(({ state }) => state === 'granted');
  } catch {
    return false;
  }
}

/** Opens the microphone or a camera; the fault if that fails. With `choice` only that device is opened, without it the default one. */
export async function openTrack(
  kind: 'audio' | 'video',
  choice?: DeviceChoice,
): Promise<{ readonly track: MediaStreamTrack } | { readonly fault: DeviceFault }> {
  const exact: MediaTrackConstraints | undefined = choice && {
    ...('deviceId' in choice ? { deviceId: { exact: choice.deviceId } } : { facingMode: { exact: choice.facing } }),
  };
  const opened = await openDevices(
    kind === 'audio' ? { audio: { ...AUDIO, ...exact } } : { video: videoWish(exact ?? DEFAULT_CAMERA) },
  );
  if ('fault' in opened) return opened;
  const [track] = opened.stream.getTracks();
  return track ? { track } : { fault: 'failed' };
}

/**
 * Dependencies and callbacks of `openPeer`: TURN servers, own tracks, the channel to the peer, and receivers of the peer's media and of the
 * connection's state.
 */
export type PeerPorts = {
  /** Returns the newest TURN servers and credentials. */
  readonly relays: () => RelaySet;
  readonly generation: number;
  /** The polite peer rolls back its offer on a collision (perfect negotiation). The callee is polite. */
  readonly polite: boolean;
  /** Whether the hub buffers the caller's signals until the callee answers, so that neither side waits until the other is ready. */
  readonly kept: boolean;
  /** Own tracks; undefined while the devices open or sending is suspended. */
  readonly local: () => MediaStream | undefined;
  readonly send: (signal: Signal) => void;
  readonly onRemote: (stream: MediaStream) => void;
  readonly onState: (state: 'connecting' | 'connected' | 'trouble') => void;
  readonly onPeerMedia: (media: Extract<Signal, { kind: 'media' }>) => void;
  /** Called when the negotiation has failed; `noCodec`: an answer rejected the video. */
  readonly onBroken: (reason: 'sdp fail' | 'noCodec') => void;
};

/** Time for which a description waits for ICE candidates, ms: enough for host candidates; relay candidates are sent after it (trickle). */
const FIRST_CANDIDATES_MS = 20;

/** Resolves when ICE gathering is complete, or after `withinMs`. */
const gathered = (pc: RTCPeerConnection, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, withinMs);
    function end(): void {
      clearTimeout(timer);
      pc.removeEventListener('icegatheringstatechange', checkGathering);
      resolve();
    }
    function checkGathering(): void {
      if (pc.iceGatheringState === 'complete') end();
    }
    pc.addEventListener('icegatheringstatechange', checkGathering);
    checkGathering();
  });

const BUNDLE = { bundlePolicy: 'max-bundle' } as const;
const KINDS = ['audio', 'video'] as const;

/** A connection created in advance, without TURN servers. For a caller it has transceivers and `offer`. */
type Prepared = { readonly pc: RTCPeerConnection; readonly offer?: Promise<RTCSessionDescriptionInit | undefined> };
let spare: Prepared | undefined;

/**
 * Creates the peer connection early: while an incoming call rings, or while the hub is asked for an outgoing one. Creating it and
 * its first offer is slow in browsers; the TURN servers are set later.
 */
export function prepareConnection(role: 'caller' | 'callee'): void {
  if (spare && (spare.offer !== undefined) === (role === 'caller')) return;
  dropConnection();
  if (!isCallSupported()) return;
  try {
    spare = createPrepared(role);
  } catch (error) {
    // `openPeer` tries again, and reports it where the call can be ended.
    console.warn('failed to prepare the connection of a call', error);
  }
}

function createPrepared(role: 'caller' | 'callee'): Prepared {
  const pc = new RTCPeerConnection(BUNDLE);
  for (const kind of KINDS) RTCRtpReceiver.getCapabilities(kind);
  if (role !== 'caller') return { pc };
  addLines(pc);
  // If it fails, `describe` creates a new offer.
  return { pc, offer: pc.createOffer().catch(() => undefined) };
}
/** Closes the connection of `prepareConnection` if no call has used it. */
export function dropConnection(): void {
  spare?.pc.close();
  spare = undefined;
}

function takeConnection(polite: boolean): Prepared {
  if (polite && spare?.offer) dropConnection();
  const taken = spare ?? { pc: new RTCPeerConnection(BUNDLE) };
  spare = undefined;
  return taken;
}

/** Adds a transceiver for each kind, with or without a track: a camera that is added later needs no new m-line. */
function addLines(pc: RTCPeerConnection): void {
  if (pc.getTransceivers().length === 0) for (const kind of KINDS) preferCodecs(pc.addTransceiver(kind));
}

function preferCodecs(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities(transceiver.receiver.track.kind)?.codecs;
  if (transceiver.currentDirection === null && codecs) transceiver.setCodecPreferences(byPreference(codecs));
}

/** Applies `withLimits` to the senders of a negotiated connection. A browser that refuses a parameter keeps its defaults. */
async function limitSenders(pc: RTCPeerConnection): Promise<void> {
  for (const { sender, receiver } of pc.getTransceivers()) {
    const parameters = sender.getParameters();
    if (parameters.encodings.length === 0) continue;
    await sender.setParameters(withLimits(receiver.track.kind, parameters)).catch(() => {});
  }
}

const configurationOf = ({ servers, policy }: RelaySet): RTCConfiguration => ({
  ...BUNDLE,
  iceServers: servers.map(({ urls, username, credential }) => ({
    urls: [...urls],
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  })),
  iceTransportPolicy: policy,
});

/**
 * Opens the peer connection for one generation of a call. A side that rejoins after a reload or on a new stream begins a new
 * generation; an ICE restart stays in it. Calls use WebRTC only in this file; the decisions are pure functions in the files beside it.
 */
export function openPeer(ports: PeerPorts) {
  const { generation, polite, local, send } = ports;
  const { pc, offer: prepared } = takeConnection(polite);
  let firstOffer = prepared;
  pc.setConfiguration(configurationOf(ports.relays()));
  const remote = new MediaStream();
  let state = initialNegotiation(generation, polite, ports.kept);
  const early: RTCIceCandidateInit[] = [];
  let switched: Extract<Signal, { kind: 'media' }> | undefined;
  /** Candidates found while a description waits to be sent, which includes them; undefined when none waits. */
  let held: Signal[] | undefined;
  let closed = false;
  const restarts = createRestarts({
    now: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // Only the impolite peer restarts ICE. If both do at once, Chromium 150 loses data that it sends after a rollback, and its
    // tab crashes when a track is set then.
    restart() {
      if (polite) return sayReady();
      // The credentials used while the call rang have expired.
      pc.setConfiguration(configurationOf(ports.relays()));
      pc.restartIce();
    },
  });

  const trackOf = (kind: string) =>
    local()
      ?.getTracks()
      .find((track) => track.kind === kind) ?? null;
  if (!polite) addLines(pc);

  async function attach(): Promise<void> {
    for (const transceiver of pc.getTransceivers()) {
      const { sender, receiver, direction } = transceiver;
      const track = trackOf(receiver.track.kind);
      if (direction !== 'sendrecv') transceiver.direction = 'sendrecv';
      if (sender.track !== track) await sender.replaceTrack(track);
    }
  }

  async function offer(): Promise<void> {
    if (closed || state.makingOffer || pc.signalingState !== 'stable') return;
    if (!mayOffer(state, pc.getTransceivers().length)) return;
    try {
      state = { ...state, makingOffer: true };
      const first = await firstOffer;
      firstOffer = undefined;
      await describe(first);
    } catch (error) {
      fail(error);
    } finally {
      state = { ...state, makingOffer: false };
    }
  }
  /** Sets the local description and sends it with the candidates found so far; each later candidate is a message of its own. */
  async function describe(first?: RTCSessionDescriptionInit): Promise<void> {
    const found: Signal[] = [];
    held = found;
    try {
      await (first ? pc.setLocalDescription(first).catch(() => pc.setLocalDescription()) : pc.setLocalDescription());
      const bare = pc.localDescription;
      await gathered(pc, FIRST_CANDIDATES_MS);
      if (closed) return;
      // If the type differs, another description has replaced this one: it is sent without candidates, and these follow it.
      if (pc.localDescription?.type === bare?.type) return tell(pc.localDescription);
      tell(bare);
      found.forEach(send);
    } finally {
      if (held === found) held = undefined;
    }
  }
  function tell(description: RTCSessionDescription | null): void {
    const { type, sdp } = description ?? {};
    checkVideo(type, sdp);
    if (sdp && (type === 'offer' || type === 'answer')) send({ kind: 'description', generation, type, sdp });
  }
  /** Reports an answer without video: no picture could follow, so the call must not start to charge. */
  function checkVideo(type: RTCSdpType | undefined, sdp = ''): void {
    if (type === 'answer' && rejectsVideo(sdp) && !closed) ports.onBroken('noCodec');
  }
  function fail(error: unknown): void {
    if (closed) return;
    console.warn('failed to negotiate the peer connection', error);
    ports.onBroken('sdp fail');
  }

  pc.onnegotiationneeded = () => void offer();
  pc.onicecandidate = ({ candidate }) => {
    if (!candidate?.candidate) return;
    const { sdpMid, sdpMLineIndex } = candidate;
    const signal = { kind: 'candidate', generation, candidate: candidate.candidate, sdpMid, sdpMLineIndex } as const;
    if (held) held.push(signal);
    else send(signal);
  };
  pc.ontrack = ({ track }) => {
    remote.addTrack(track);
    ports.onRemote(remote);
  };
  pc.onconnectionstatechange = () => {
    const { connectionState } = pc;
    if (connectionState === 'connected') {
      ports.onState('connected');
      void limitSenders(pc);
    }
    if (connectionState === 'failed' || connectionState === 'disconnected') ports.onState('trouble');
    if (connectionState === 'connected' || connectionState === 'failed' || connectionState === 'disconnected')
      restarts.onChange(connectionState);
  };
  const onNetwork = () => restarts.onChange('network-changed');
  const network = (navigator as { connection?: EventTarget }).connection;
  addEventListener('online', onNetwork);
  network?.addEventListener('change', onNetwork);

  /** Adds a candidate. Errors are ignored: after an ICE restart a candidate may belong to an older description. */
  const add = (init: RTCIceCandidateInit) => pc.addIceCandidate(init).catch(() => {});

  function sayReady(): void {
    send({ kind: 'ready', generation });
    if (switched) send(switched);
  }

  async function apply(signal: Signal): Promise<void> {
    const [next, verdict] = judge(state, signal, pc.signalingState === 'stable');
    state = next;
    if (verdict === 'offer') {
      // A second `ready` of a connected peer means that it has lost the connection.
      if (pc.remoteDescription) restarts.onChange('network-changed');
      else await offer();
    }
    if (verdict === 'say-ready') sayReady();
    if (verdict === 'offer-again') {
      tell(pc.localDescription);
      if (switched) send(switched);
    }
    if (verdict !== 'apply') return;
    if (signal.kind === 'media') ports.onPeerMedia(signal);
    if (signal.kind === 'candidate') {
      const { candidate, sdpMid, sdpMLineIndex } = signal;
      const init = { candidate, sdpMid, sdpMLineIndex };
      if (pc.remoteDescription) await add(init);
      else early.push(init);
    }
    if (signal.kind === 'description') {
      await pc.setRemoteDescription({ type: signal.type, sdp: signal.sdp });
      checkVideo(signal.type, signal.sdp);
      if (signal.type === 'offer') {
        pc.getTransceivers().forEach(preferCodecs);
        await attach();
        await describe();
      }
      for (const init of early.splice(0)) await add(init);
    }
  }

  return {
    /** Sends the offer if the hub buffers it, otherwise `ready`, unless an offer has arrived. The caller attaches its tracks first. */
    async start(isOffered = false): Promise<void> {
      if (!polite) await attach();
      if (!isOffered && !state.ahead) sayReady();
      // `negotiationneeded` fired when the connection was prepared, before its handler was set.
      if (state.ahead) await offer();
    },
    /** Applies a signal. Signals of other generations, and those that perfect negotiation ignores, have no effect. */
    apply: (signal: Signal) => apply(signal).catch(fail),
    /** Informs the peer whether this side sends video and audio, and has revealed its picture. */
    tellMedia(video: boolean, audio: boolean, revealed: boolean): void {
      switched = { kind: 'media', generation, video, audio, revealed };
      send(switched);
    },
    /** Updates the senders after a track of `local` was added, removed or replaced. */
    attach: () => attach().catch(fail),
    count: async (): Promise<Counts> =>
      countStats((await pc.getStats()).values() as Iterable<{ type: string }>, performance.now()),
    /** The session descriptions that both sides agreed on; empty before. */
    descriptions: () => [pc.currentLocalDescription?.sdp ?? '', pc.currentRemoteDescription?.sdp ?? ''] as const,
    close(): void {
      closed = true;
      restarts.stop();
      removeEventListener('online', onNetwork);
      network?.removeEventListener('change', onNetwork);
      pc.close();
    },
  };
}
/** The peer connection of one generation of a call, as returned by `openPeer`. */
export type Peer = ReturnType<typeof openPeer>;
