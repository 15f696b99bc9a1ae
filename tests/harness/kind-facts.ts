import type { KindFacts } from '../../contract/chat/facts.ts';
import type { EdgePorts, KindFactsPort, Prepared, WordsToTeam } from '../../server/platform/edge/ports.ts';

/** Facts for tests that are about something else: nobody owns anything. */
export const noKindFacts: KindFactsPort = {
  load: async () => ({ media: new Map(), today: 0, now: 0, lockId: '' }),
  prepare: async () => undefined,
  takeForTeam: async () => undefined,
};

/** Facts that a test sets, and what was prepared. */
export function kindFactsInMemory(
  facts: KindFacts,
): KindFactsPort & { readonly prepared: readonly Prepared[]; readonly forTeam: readonly WordsToTeam[] } {
  const prepared: Prepared[] = [];
  const forTeam: WordsToTeam[] = [];
  return {
    prepared,
    forTeam,
    load: async () => facts,
    prepare: async (one) => void prepared.push(one),
    takeForTeam: async (words) => void forTeam.push(words),
  };
}

/** For tests that are about something else: nobody waits for an answer, nothing is signed, and no rule is broken. */
export const noConduct: Pick<EdgePorts, 'replies' | 'seal' | 'violated' | 'away'> = {
  away: { tell: () => undefined, seen: () => undefined },
  replies: async () => ({ left: Number.POSITIVE_INFINITY, until: 0 }),
  seal: () => '',
  violated: async () => undefined,
};
