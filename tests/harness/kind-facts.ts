import type { KindFacts } from '../../contract/chat/facts.ts';
import type { EdgePorts, KindFactsPort, MessageKey, Prepared, WordsToTeam } from '../../server/platform/edge/ports.ts';

/** Facts for tests of something else: no file, no lock. */
export const noKindFacts: KindFactsPort = {
  load: async () => ({ media: new Map(), today: 0, now: 0, lockId: '' }),
  prepare: async () => undefined,
  endAccess: async () => undefined,
  storeSupportMessage: async () => undefined,
};

/** Facts that the test sets; records what was prepared. */
export function kindFactsInMemory(facts: KindFacts): KindFactsPort & {
  readonly prepared: readonly Prepared[];
  readonly forTeam: readonly WordsToTeam[];
  readonly ended: readonly MessageKey[];
} {
  const prepared: Prepared[] = [];
  const forTeam: WordsToTeam[] = [];
  const ended: MessageKey[] = [];
  return {
    prepared,
    forTeam,
    ended,
    load: async () => facts,
    prepare: async (one) => void prepared.push(one),
    endAccess: async (one) => void ended.push(one),
    storeSupportMessage: async (words) => void forTeam.push(words),
  };
}

/** Ports for tests of something else: replies are unlimited, nothing is signed, violations are ignored. */
export const noConduct: Pick<EdgePorts, 'replies' | 'seal' | 'violated' | 'away'> = {
  away: { request: () => undefined, seen: () => undefined },
  replies: async () => ({ left: Number.POSITIVE_INFINITY, until: 0 }),
  seal: () => '',
  violated: async () => undefined,
};
