import type { RelaySet } from '#contract/calls/calls.ts';
import { isCallSupported } from '../../../../media/call-support.ts';

/** Network paths that the preflight found. `kinds`: types of the ICE candidates (`host`, `srflx`, `relay`). */
export type Ways = {
  readonly kinds: ReadonlySet<string>;
  /** Whether a data channel opened between two connections of this page. */
  readonly connected: boolean;
};

const GATHER_MS = 5_000;
const CONNECT_MS = 5_000;

/**
 * Preflight of the network: gathers ICE candidates with these TURN servers and connects the page to itself. Undefined if the
 * browser supports no calls.
 */
export async function probeWays({ servers, policy }: RelaySet): Promise<Ways | undefined> {
  if (!isCallSupported()) return undefined;
  const config: RTCConfiguration = {
    iceServers: servers.map(({ urls, username, credential }) => ({
      urls: [...urls],
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    })),
    iceTransportPolicy: policy,
  };
  const [one, other] = [new RTCPeerConnection(config), new RTCPeerConnection(config)];
  const kinds = new Set<string>();
  try {
    const gathered = new Promise<void>((resolve) => {
      one.onicecandidate = ({ candidate }) => {
        if (!candidate) return resolve();
        if (candidate.type) kinds.add(candidate.type);
        other.addIceCandidate(candidate).catch(() => {});
      };
    });
    other.onicecandidate = ({ candidate }) => void (candidate && one.addIceCandidate(candidate).catch(() => {}));
    const channel = one.createDataChannel('probe');
    const open = new Promise<boolean>((resolve) => {
      channel.onopen = () => resolve(true);
    });
    await one.setLocalDescription();
    if (one.localDescription) await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription();
    if (other.localDescription) await one.setRemoteDescription(other.localDescription);
    const connected = await within(CONNECT_MS, open, false);
    await within(GATHER_MS, gathered, undefined);
    return { kinds, connected };
  } finally {
    one.close();
    other.close();
  }
}

function within<T>(ms: number, done: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
