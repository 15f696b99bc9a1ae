import type { Clock } from '../clock.ts';
import {
  STRANGE_STREAM_FRESH_MS,
  STRANGE_STREAMS_MAX,
  STRANGE_STREAMS_PER_ADDRESS_MAX,
  STREAMS_PER_ACCOUNT_MAX,
} from './bounds.ts';
import type { EdgeStream } from './ports.ts';

export type Crowd = {
  readonly all: ReadonlySet<EdgeStream>;
  /** By the uid of those who are logged in. */
  readonly accounts: ReadonlyMap<number, unknown>;
  /** Whether so many log in at this moment that one more of this address would end the login of another. */
  isFull(address: string): boolean;
  onOpened(stream: EdgeStream, address: string): void;
  onLoggedIn(stream: EdgeStream, address: string, uid: number): void;
  onClosed(stream: EdgeStream, address: string, uid: number | undefined): void;
};

/**
 * Keeps all streams of one edge and limits them per account and, before a login, per address. Above a limit the oldest ends,
 * not the newest: it is mostly a leftover, and idle sockets cannot lock out a neighbour. When a process dies, all of its people
 * come to the next one in a moment: then the newest are turned away and come again, or nobody's login would ever end. But whose
 * address has many takes no place from one that has fewer: strangers of some addresses cannot keep all others out.
 */
export function streamCrowd(clock: Clock, strangeMax: number = STRANGE_STREAMS_MAX): Crowd {
  const all = new Set<EdgeStream>();
  /** With the time at which each came. */
  const strange = new Map<EdgeStream, number>();
  const byAddress = groups<string>();
  const byAccount = groups<number>();

  const isAllFresh = () => {
    const [oldest] = strange.values();
    return oldest !== undefined && clock.now() - oldest < STRANGE_STREAM_FRESH_MS;
  };
  /** Of the address that has the most of them. */
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

/** A stream that ends removes itself. */
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
