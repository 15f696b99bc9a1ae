import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Signal } from '#contract/calls/calls.ts';
import type { PeerPorts } from '../../../../src/features/calls/call/media/media.ts';

const offer: Signal = { kind: 'description', generation: 0, type: 'offer', sdp: 'v=0\r\n' };
const relays = {
  policy: 'relay',
  servers: [{ urls: ['turn:relay.test'], username: 'u', credential: 'c' }],
} as const;

/** Behaves like Chromium: a changed policy needs a negotiation, and an offer without an m-line fails under max-bundle. */
class FakePeer extends EventTarget {
  static last: FakePeer;
  static gathers = false;
  iceGatheringState = 'complete';
  onicecandidate: ((event: { candidate: object }) => void) | null = null;
  onnegotiationneeded: (() => void) | null = null;
  signalingState = 'stable';
  remoteDescription: object | null = null;
  localDescription: { type: string; sdp: string } | null = null;
  private readonly lines: object[] = [];
  wanted = false;

  constructor() {
    super();
    FakePeer.last = this;
    if (FakePeer.gathers) this.iceGatheringState = 'gathering';
  }
  /** Adds a candidate to the description and reports it. */
  find(candidate: string): void {
    if (this.localDescription) this.localDescription = { ...this.localDescription, sdp: `v=0\r\na=${candidate}\r\n` };
    this.onicecandidate?.({ candidate: { candidate, sdpMid: '0', sdpMLineIndex: 0 } });
  }
  finish(): void {
    this.iceGatheringState = 'complete';
    this.dispatchEvent(new Event('icegatheringstatechange'));
  }
  setConfiguration({ iceTransportPolicy }: RTCConfiguration): void {
    this.wanted = iceTransportPolicy === 'relay';
  }
  getTransceivers = () => this.lines;
  addTransceiver(kind: string): object {
    const line = {
      direction: 'sendrecv',
      currentDirection: null,
      setCodecPreferences: () => {},
      receiver: { track: { kind } },
      sender: { track: null, replaceTrack: async () => {} },
    };
    this.lines.push(line);
    return line;
  }
  async setRemoteDescription(): Promise<void> {
    this.remoteDescription = {};
    this.signalingState = 'have-remote-offer';
    for (const kind of ['audio', 'video']) this.addTransceiver(kind);
  }
  async setLocalDescription(): Promise<void> {
    if (this.lines.length === 0) throw new Error('max-bundle configured but session description has no BUNDLE group');
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.signalingState = type === 'answer' ? 'stable' : 'have-local-offer';
    this.localDescription = { type, sdp: 'v=0\r\n' };
  }
  async createOffer(): Promise<object> {
    return { type: 'offer', sdp: 'v=0\r\n' };
  }
  async addIceCandidate(): Promise<void> {}
  close(): void {}
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('RTCPeerConnection', FakePeer);
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal('RTCRtpReceiver', { getCapabilities: () => ({ codecs: [] }) });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  FakePeer.gathers = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One side behind a relay server, with the connection that was prepared while it rang. */
async function side(polite: boolean) {
  const { openPeer, prepareConnection } = await import('../../../../src/features/calls/call/media/media.ts');
  const sent: Signal[] = [];
  const broken = vi.fn();
  const ports: PeerPorts = {
    relays: () => relays,
    generation: 0,
    polite,
    kept: true,
    local: () => undefined,
    send: (signal) => void sent.push(signal),
    onRemote: () => {},
    onState: () => {},
    onPeerMedia: () => {},
    onBroken: broken,
  };
  prepareConnection(polite ? 'callee' : 'caller');
  const peer = openPeer(ports);
  const connection = FakePeer.last;
  expect(connection.wanted).toBe(true);
  return {
    peer,
    broken,
    sent,
    connection,
    /** Fires the event as the browser does. */
    negotiationNeeded: () => connection.onnegotiationneeded?.(),
    described: () => sent.flatMap((signal) => (signal.kind === 'description' ? [signal.type] : [])),
  };
}

test.each([
  ['before the caller’s offer', true],
  ['after it', false],
])('a callee whose relays need a negotiation %s answers without an error', async (_when, isBefore) => {
  const { peer, broken, negotiationNeeded, described } = await side(true);
  await peer.start();
  if (isBefore) negotiationNeeded();
  await peer.apply(offer);
  if (!isBefore) negotiationNeeded();
  await vi.waitFor(() => expect(described()).toEqual(isBefore ? ['answer'] : ['answer', 'offer']));
  expect(broken).not.toHaveBeenCalled();
});

test('a caller with local media offers at once', async () => {
  const { peer, broken, negotiationNeeded, described } = await side(false);
  await peer.start();
  negotiationNeeded();
  await vi.waitFor(() => expect(described()).toEqual(['offer']));
  expect(broken).not.toHaveBeenCalled();
});

test('a caller sends an offer instead of ready, and a callee sends ready only when it has no offer', async () => {
  const kinds = async (polite: boolean, isOffered: boolean) => {
    const { peer, sent } = await side(polite);
    await peer.start(isOffered);
    return sent.map(({ kind }) => kind);
  };
  expect([await kinds(false, false), await kinds(true, true), await kinds(true, false)]).toEqual([
    ['description'],
    [],
    ['ready'],
  ]);
});

test('candidates found at once are part of the description, and later ones are sent as signals', async () => {
  FakePeer.gathers = true;
  const { peer, sent, connection } = await side(false);
  // Stops the timer with which the description waits for candidates.
  vi.useFakeTimers();
  const starting = peer.start();
  await vi.advanceTimersByTimeAsync(0);
  connection.find('candidate:early');
  expect(sent).toEqual([]);
  connection.finish();
  await starting;
  connection.find('candidate:late');
  const [described, late] = sent;
  expect(described).toMatchObject({
    kind: 'description',
    type: 'offer',
    sdp: expect.stringContaining('candidate:early'),
  });
  expect(late).toMatchObject({ kind: 'candidate', candidate: 'candidate:late' });
  expect(sent).toHaveLength(2);
});

test('an answer is sent with its own candidates although another offer has replaced its offer', async () => {
  FakePeer.gathers = true;
  const { peer, sent, connection } = await side(true);
  await peer.start(true);
  vi.useFakeTimers();
  const answering = peer.apply(offer);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.localDescription?.type).toBe('answer');
  connection.find('candidate:early');
  connection.localDescription = { type: 'offer', sdp: 'v=0\r\n' };
  connection.finish();
  await answering;
  expect(sent).toMatchObject([
    { kind: 'description', type: 'answer', sdp: 'v=0\r\n' },
    { kind: 'candidate', candidate: 'candidate:early' },
  ]);
});
