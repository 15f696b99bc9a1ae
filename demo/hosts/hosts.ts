import { DEMO_HOST_FIRST_UID, DEMO_HOST_STAGGER_MS, DEMO_HOSTS_RUN } from '../accounts/rules.ts';
import type { CostlyAct } from './acts.ts';
import type { MakePeer } from './call.ts';
import { type Chance, seededChance } from './chance.ts';
import type { GiftBudget } from './gift-budget.ts';
import { type Host, runHost } from './host.ts';
import { clipOf } from './media/clip.ts';
import type { Scene } from './phrases.ts';

/** Settings shared by all simulated hosts; `startHosts` passes them to the worker thread. */
export type HostsSettings = {
  /** WebSocket URL of the edge. */
  readonly url: string;
  readonly domain: string;
  /** Seed of the random numbers; each host derives its own. */
  readonly seed?: number;
  /** Speed of reading and typing relative to a person; default 1. */
  readonly tempo?: number;
  /** Hosts to run; default all. */
  readonly uids?: readonly number[];
};
type HostsPorts = {
  token(uid: number): Promise<string>;
  profileLanguage(uid: number): Promise<string>;
  readGiftBudget(hostUid: number, uid: number, act: CostlyAct): Promise<GiftBudget>;
};
/** All simulated hosts of the worker thread. */
export type Hosts = {
  /** Makes a host write first to a user; false if the host is offline or the user is a simulated host. */
  greet(hostUid: number, uid: number, scene: Scene): boolean;
  /** Number of hosts with an open stream. */
  online(): number;
  end(): Promise<void>;
};

const everybody = Array.from({ length: DEMO_HOSTS_RUN }, (_, index) => DEMO_HOST_FIRST_UID + index);

/** Runs all simulated hosts, in the worker thread. They sign in one after another, so that twenty logins do not delay the start. */
export function runHosts({ url, domain, seed, tempo = 1, uids = everybody }: HostsSettings, ports: HostsPorts): Hosts {
  const hosts = new Map<number, Host>();
  const coming = new Set<NodeJS.Timeout>();
  for (const [index, uid] of uids.entries()) {
    const chance: Chance = seed === undefined ? Math.random : seededChance(seed + uid);
    const timer = setTimeout(() => {
      coming.delete(timer);
      const token = () => ports.token(uid);
      const profileLanguage = (peer: number) => ports.profileLanguage(peer);
      const readGiftBudget = (peer: number, act: CostlyAct) => ports.readGiftBudget(uid, peer, act);
      hosts.set(
        uid,
        runHost({ url, domain, uid, chance, tempo, token, profileLanguage, readGiftBudget, ...mediaOf(uid) }),
      );
    }, index * DEMO_HOST_STAGGER_MS);
    coming.add(timer);
  }
  return {
    greet: (hostUid, uid, scene) => hosts.get(hostUid)?.greet(uid, scene) ?? false,
    online: () => [...hosts.values()].filter((host) => host.isOnline()).length,
    async end() {
      for (const timer of coming) clearTimeout(timer);
      await Promise.all([...hosts.values()].map((host) => host.end()));
    },
  };
}

/** The WebRTC library takes 20 MB and a moment to load, so it is loaded when the first call rings. */
function mediaOf(uid: number): { makePeer: MakePeer; prepare(): void } {
  const load = () => Promise.all([import('./peer.ts'), clipOf(uid)]);
  return {
    prepare: () => void load().catch(() => undefined),
    async makePeer(options) {
      const [{ createPeer }, clip] = await load();
      return createPeer({ ...options, clip });
    },
  };
}
