import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';
import type { MessageKey, RepliesPort } from './ports.ts';

/** The one that was used the longest ago goes first. */
const MAX_PAIRS = 20_000;
/** What other processes accept, and new friendships, are seen after this. */
const KEPT_MS = 60_000;

/** How many messages one may still write to another before they answer. */
export type Pairs = {
  /** Undefined: nothing fresh is known. What is used up is never trusted, so this is not 0. */
  left(from: number, to: number): number | undefined;
  load(of: MessageKey): Promise<number>;
  /** A message was accepted: it answers what the other wrote. `isCounted`: it is one of those that wait for an answer. */
  passed(from: number, to: number, isCounted: boolean): void;
};

export function rememberPairs(port: RepliesPort, clock: Clock): Pairs {
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
