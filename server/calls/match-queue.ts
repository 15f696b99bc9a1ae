import type { MatchFilter } from '../../contract/calls.ts';
import {
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  MATCH_AGAIN_AFTER_MS,
  MATCH_PROPOSAL_MS,
} from '../../contract/rules.ts';
import type { From } from './calls.ts';
import type { Person } from './people.ts';

/** Somebody who waits for a partner. */
export type Waiting = From & {
  readonly person: Person;
  readonly isAnchor: boolean;
  readonly price: number;
  readonly filter: MatchFilter;
  readonly since: number;
  renewed: number;
};
export type Proposal = {
  readonly id: string;
  readonly viewer: Waiting;
  readonly anchor: Waiting;
  readonly until: number;
  readonly yes: Set<number>;
};

const RENEW_WITHIN_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;

/**
 * Who waits, who was proposed to whom, and which pairs have had their turn. In memory: whoever waits says so again with each
 * heartbeat, so a new process knows them all after one.
 */
export function createMatchQueue() {
  /** In the order in which they came: the longest waiting is first. */
  const waiting = new Map<number, Waiting>();
  const proposals = new Map<string, Proposal>();
  const busyWith = new Map<number, Proposal>();
  /** Until when a pair is not proposed again. */
  const met = new Map<string, number>();

  const fits = ({ filter }: Waiting, { person }: Waiting) =>
    (filter.lang === '' || filter.lang === person.lang) && (filter.country === '' || filter.country === person.country);
  const pairOf = (viewer: Waiting, anchor: Waiting) => `${viewer.uid} ${anchor.uid}`;
  const free = (isAnchor: boolean) =>
    [...waiting.values()].filter((one) => one.isAnchor === isAnchor && !busyWith.has(one.uid));

  return {
    get: (uid: number) => waiting.get(uid),
    proposalOf: (uid: number) => busyWith.get(uid),
    proposal: (id: string) => proposals.get(id),
    add: (one: Waiting) => void waiting.set(one.uid, one),
    leave: (uid: number) => void waiting.delete(uid),

    /** Those who may be proposed to each other, longest waiting first. */
    *candidates(now: number): Generator<{ viewer: Waiting; anchor: Waiting }> {
      const anchors = free(true);
      for (const viewer of free(false)) {
        for (const anchor of anchors) {
          if ((met.get(pairOf(viewer, anchor)) ?? 0) > now) continue;
          if (fits(viewer, anchor) && fits(anchor, viewer)) yield { viewer, anchor };
        }
      }
    },

    propose(id: string, viewer: Waiting, anchor: Waiting, now: number): Proposal {
      const proposal: Proposal = { id, viewer, anchor, until: now + MATCH_PROPOSAL_MS, yes: new Set() };
      proposals.set(id, proposal);
      busyWith.set(viewer.uid, proposal).set(anchor.uid, proposal);
      met.set(pairOf(viewer, anchor), now + MATCH_AGAIN_AFTER_MS);
      return proposal;
    },

    /** The two are free again. */
    drop({ id, viewer, anchor }: Proposal): void {
      proposals.delete(id);
      busyWith.delete(viewer.uid);
      busyWith.delete(anchor.uid);
    },

    /** Takes out who did not say again that they wait; answers the proposals that are over. */
    expire(now: number): Proposal[] {
      for (const { uid, renewed } of waiting.values()) if (now - renewed > RENEW_WITHIN_MS) waiting.delete(uid);
      for (const [pair, until] of met) if (until <= now) met.delete(pair);
      return [...proposals.values()].filter(
        ({ until, viewer, anchor }) => until <= now || !waiting.has(viewer.uid) || !waiting.has(anchor.uid),
      );
    },
  };
}
export type MatchQueue = ReturnType<typeof createMatchQueue>;
