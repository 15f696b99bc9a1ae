import {
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  MATCH_PAIR_COOLDOWN_MS,
  MATCH_PROPOSAL_MS,
} from '../../../../contract/calls/rules.ts';
import type { Proposal, WaitingUser } from '../../../../server/domains/calls/matching/match-queue.ts';

/** The reference matching rule: compares every entry with every other, in order of arrival. */
export function naiveQueue() {
  const waiting: { readonly one: WaitingUser; renewed: number }[] = [];
  const proposals: Proposal[] = [];
  const apart = new Map<string, number>();
  const proposalOf = (uid: number) => proposals.find(({ viewer, anchor }) => viewer.uid === uid || anchor.uid === uid);
  const wishes = ({ filter }: WaitingUser, { person }: WaitingUser) =>
    (filter.lang === '' || filter.lang === person.lang) && (filter.country === '' || filter.country === person.country);
  const drop = (list: { length: number }, at: number) => at >= 0 && Array.prototype.splice.call(list, at, 1);
  const leave = (uid: number) =>
    void drop(
      waiting,
      waiting.findIndex(({ one }) => one.uid === uid),
    );
  const keepApart = (viewer: WaitingUser, anchor: WaitingUser, now: number) =>
    void apart.set(`${viewer.uid} ${anchor.uid}`, now + MATCH_PAIR_COOLDOWN_MS);
  const free = (isAnchor: boolean) =>
    waiting.map(({ one }) => one).filter((one) => one.isAnchor === isAnchor && !proposalOf(one.uid));
  return {
    proposalOf,
    proposal: (id: string) => proposals.find((one) => one.id === id),
    leave,
    add: (one: WaitingUser) => void waiting.push({ one, renewed: one.since }),
    renew(uid: number, now: number) {
      const known = waiting.find(({ one }) => one.uid === uid);
      if (known) known.renewed = now;
    },
    *candidates(now: number) {
      for (const viewer of free(false))
        for (const anchor of free(true)) {
          if ((apart.get(`${viewer.uid} ${anchor.uid}`) ?? 0) > now || proposalOf(viewer.uid)) continue;
          if (wishes(viewer, anchor) && wishes(anchor, viewer)) yield { viewer, anchor };
        }
    },
    propose(id: string, viewer: WaitingUser, anchor: WaitingUser, now: number): Proposal {
      const proposal = { id, viewer, anchor, until: now + MATCH_PROPOSAL_MS, yes: new Set<number>() };
      proposals.push(proposal);
      keepApart(viewer, anchor, now);
      return proposal;
    },
    keepApart,
    drop: (proposal: Proposal) => void drop(proposals, proposals.indexOf(proposal)),
    expire(now: number): Proposal[] {
      const patience = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;
      for (const { one } of waiting.filter(({ renewed }) => now - renewed > patience)) leave(one.uid);
      const waits = ({ uid }: WaitingUser) => waiting.some(({ one }) => one.uid === uid);
      return proposals.filter(({ until, viewer, anchor }) => until <= now || !waits(viewer) || !waits(anchor));
    },
  };
}
