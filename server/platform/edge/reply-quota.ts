import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';
import type { MessageKey, RepliesPort } from './ports.ts';

/** Maximum number of cached pairs of sender and recipient; the least recently used one is dropped first. */
const MAX_PAIRS = 20_000;
/** How long an entry is cached. Messages that other processes accept, and new friendships, take effect after this time at the latest. */
const KEPT_MS = 60_000;

/** Cache of how many messages an account may still send to another before the other replies, of one edge. */
export type ReplyQuota = {
  /** Undefined when the number is not cached. A cached 0 is not trusted but loaded again, so this is never 0. */
  left(from: number, to: number): number | undefined;
  /** Loads the number and caches it. */
  load(of: MessageKey): Promise<number>;
  /**
   * Records an accepted message: it answers all messages that the recipient has sent. `isCounted`: it is itself counted until the
   * recipient answers.
   */
  passed(from: number, to: number, isCounted: boolean): void;
};

/** Creates the `ReplyQuota` of an edge: numbers loaded by the port are cached for a minute at most. */
export function createReplyQuota(port: RepliesPort, clock: Clock): ReplyQuota {
  const known = createBoundedMap<string, { left: number }>({ max: MAX_PAIRS, lifetime: { ms: KEPT_MS, clock } });
  const keyOf = (from: number, to: number) => `${from}/${to}`;

  function fresh(from: number, to: number) {
    const found = known.get(keyOf(from, to));
    return found && found.left > 0 ? found : undefined;
  }

  return {
    left: (from, to) => fresh(from, to)?.left,
    async load(of) {
      const { left } = await port(of);
      known.set(keyOf(of.from, of.to), { left });
      return left;
    },
    passed(from, to, isCounted) {
      known.delete(keyOf(to, from));
      const found = fresh(from, to);
      if (found && isCounted) found.left -= 1;
    },
  };
}
