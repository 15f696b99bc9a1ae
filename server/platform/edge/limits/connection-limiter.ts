import type { Clock } from '../../clock.ts';
import {
  STRANGE_STREAM_FRESH_MS,
  STRANGE_STREAMS_MAX,
  STRANGE_STREAMS_PER_ADDRESS_MAX,
  STREAMS_PER_ACCOUNT_MAX,
} from '../bounds.ts';
import type { EdgeStream } from '../ports.ts';

/** Registry of all open streams of one edge, before and after login, with limits of their number. */
export type ConnectionLimiter = {
  readonly all: ReadonlySet<EdgeStream>;
  /** The streams after login, by uid. */
  readonly accounts: ReadonlyMap<number, unknown>;
  /**
   * Returns whether the edge must reject a new connection from this address: the limit of streams before login is reached, all of them
   * are fresh, and with this one the address would have at least as many as the address that has the most now.
   */
  isFull(address: string): boolean;
  onOpened(stream: EdgeStream, address: string): void;
  onLoggedIn(stream: EdgeStream, address: string, uid: number): void;
  onClosed(stream: EdgeStream, address: string, uid: number | undefined): void;
};

/**
 * Creates the registry of all streams of one edge, which limits them per account after login and per address before it. Above a limit the
 * oldest stream ends, because the oldest is usually a leftover; so idle sockets cannot lock out other clients at their address.
 * When another process dies, its clients all reconnect here at once. If the oldest streams ended then, no login would complete; so while
 * all streams before login are fresh, new connections are rejected and retry. One that leaves its address with fewer streams than the
 * largest address has is not rejected: a stream of the largest address ends instead, so that a few addresses cannot lock out all others.
 */
export function createConnectionLimiter(clock: Clock, strangeMax: number = STRANGE_STREAMS_MAX): ConnectionLimiter {
  const all = new Set<EdgeStream>();
  /** Streams before login, with the time at which each opened, in order of opening. */
  const strange = new Map<EdgeStream, number>();
  const byAddress = groups<string>();
  const byAccount = groups<number>();

  const isAllFresh = () => {
    const [oldest] = strange.values();
    return oldest !== undefined && clock.now() - oldest < STRANGE_STREAM_FRESH_MS;
  };
  /** Returns the streams before login of the address that has the most. */
  const mostOfOne = (): ReadonlySet<EdgeStream> =>
    [...byAddress.sets.values()].reduce((most, each) => (each.size > most.size ? each : most));

  return {
    all,
    accounts: byAccount.sets,
    isFull: (address) =>
      strange.size >= strangeMax && isAllFresh() && byAddress.of(address).size + 1 >= mostOfOne().size,
    onOpened(stream, address) {
      all.add(stream);
      strange.set(stream, clock.now());
      byAddress.add(address, stream);
      endOldest(byAddress.of(address), STRANGE_STREAMS_PER_ADDRESS_MAX, 'policy-violation');
      if (strange.size <= strangeMax) return;
      const [leftover] = isAllFresh() ? mostOfOne() : strange.keys();
      leftover?.end('resource-constraint');
    },
    onLoggedIn(stream, address, uid) {
      strange.delete(stream);
      byAddress.delete(address, stream);
      byAccount.add(uid, stream);
      endOldest(byAccount.of(uid), STREAMS_PER_ACCOUNT_MAX, 'conflict');
    },
    onClosed(stream, address, uid) {
      all.delete(stream);
      strange.delete(stream);
      byAddress.delete(address, stream);
      if (uid !== undefined) byAccount.delete(uid, stream);
    },
  };
}

/** Ends the oldest streams until `max` are left. A stream that ends removes itself from the set. */
function endOldest(streams: ReadonlySet<EdgeStream>, max: number, condition: string): void {
  for (const oldest of streams) {
    if (streams.size <= max) return;
    oldest.end(condition);
  }
}

function groups<Key>() {
  const sets = new Map<Key, Set<EdgeStream>>();
  const none: ReadonlySet<EdgeStream> = new Set();
  return {
    sets,
    of: (key: Key) => sets.get(key) ?? none,
    add(key: Key, stream: EdgeStream): void {
      const set = sets.get(key) ?? new Set();
      sets.set(key, set.add(stream));
    },
    delete(key: Key, stream: EdgeStream): void {
      const set = sets.get(key);
      set?.delete(stream);
      if (set?.size === 0) sets.delete(key);
    },
  };
}
