import type { MatchFilter } from '../../../../contract/calls/calls.ts';
import {
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  MATCH_AGAIN_AFTER_MS,
  MATCH_PROPOSAL_MS,
} from '../../../../contract/calls/rules.ts';
import type { From } from '../calls.ts';
import type { Person } from '../people.ts';
import { createMatchIndex } from './match-index.ts';

/** A person who waits for a partner. */
export type Waiting = From & {
  readonly person: Person;
  readonly isAnchor: boolean;
  readonly price: number;
  readonly filter: MatchFilter;
  readonly since: number;
};
/** With the place in the order in which they came. */
type Entry = Waiting & { readonly seq: number };
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
 *
 * A look through the queue leaves no pair behind that could be proposed. So the next one need look only at who came or
 * became free since, and at pairs whose time away from each other is over.
 */
export function createMatchQueue() {
  let seq = 0;
  const waiting = new Map<number, Entry>();
  /** When each said last that they wait, the longest ago first. */
  const renewals = new Map<number, number>();
  const proposals = new Map<string, Proposal>();
  const busyWith = new Map<number, Proposal>();
  /** Until when a pair is not proposed again, the soonest first: all are kept apart equally long. */
  const apart = new Map<string, { readonly viewer: number; readonly anchor: number; readonly until: number }>();
  const viewers = createMatchIndex<Entry>();
  const anchors = createMatchIndex<Entry>();
  /** Who is to be looked at, for they are free and were not, or may meet somebody again. */
  const fresh = new Map<number, Entry>();

  const pairOf = (viewer: Waiting, anchor: Waiting) => `${viewer.uid} ${anchor.uid}`;
  const sideOf = ({ isAnchor }: Entry) => (isAnchor ? anchors : viewers);
  const isFree = ({ uid, seq: place }: Entry) => waiting.get(uid)?.seq === place && !busyWith.has(uid);

  function free(uid: number): void {
    const one = waiting.get(uid);
    if (!one || busyWith.has(uid)) return;
    sideOf(one).remove(one);
    sideOf(one).add(one);
    fresh.set(uid, one);
  }
  function take(uid: number): void {
    const one = waiting.get(uid);
    if (one) sideOf(one).remove(one);
    fresh.delete(uid);
  }
  function leave(uid: number): void {
    take(uid);
    waiting.delete(uid);
    renewals.delete(uid);
  }
  function keepApart(viewer: Waiting, anchor: Waiting, now: number): void {
    const pair = pairOf(viewer, anchor);
    apart.delete(pair);
    apart.set(pair, { viewer: viewer.uid, anchor: anchor.uid, until: now + MATCH_AGAIN_AFTER_MS });
  }
  function letMeetAgain(now: number): void {
    for (const [pair, { viewer, anchor, until }] of apart) {
      if (until > now) return;
      apart.delete(pair);
      free(viewer);
      free(anchor);
    }
  }

  /** The viewers to look at, as they came: who is fresh, and who fits an anchor who is. */
  function* viewersToLookAt(): Generator<Entry> {
    const own = [...fresh.values()].filter(({ isAnchor }) => !isAnchor).sort((a, b) => a.seq - b.seq);
    const awaited = [...fresh.values()].filter(({ isAnchor }) => isAnchor);
    const keys = new Set(awaited.flatMap((anchor) => [...viewers.rowsFor(anchor)]));
    let [at, last, left] = [0, -1, awaited];
    for (;;) {
      while (own[at] && (own[at]?.seq ?? 0) <= last) at++;
      left = left.length > 0 && !left.some(isFree) ? [] : left;
      const fitting = left.length > 0 ? viewers.next(keys, last) : undefined;
      const mine = own[at];
      const next = mine && (!fitting || mine.seq < fitting.seq) ? mine : fitting;
      if (!next) return;
      last = next.seq;
      if (isFree(next)) yield next;
    }
  }

  return {
    get: (uid: number): Waiting | undefined => waiting.get(uid),
    proposalOf: (uid: number) => busyWith.get(uid),
    proposal: (id: string) => proposals.get(id),
    leave,

    add(one: Waiting): void {
      leave(one.uid);
      waiting.set(one.uid, { ...one, seq: seq++ });
      renewals.set(one.uid, one.since);
      free(one.uid);
    },
    /** Renews a person's wait. */
    renew(uid: number, now: number): void {
      renewals.delete(uid);
      if (waiting.has(uid)) renewals.set(uid, now);
    },

    /** Those who may be proposed to each other, longest waiting first. Each is proposed, or kept apart. */
    *candidates(now: number): Generator<{ viewer: Waiting; anchor: Waiting }> {
      letMeetAgain(now);
      for (const viewer of viewersToLookAt()) {
        const keys = anchors.rowsFor(viewer);
        for (let anchor = anchors.next(keys, -1); anchor; anchor = anchors.next(keys, anchor.seq)) {
          if (!apart.has(pairOf(viewer, anchor))) yield { viewer, anchor };
          if (!isFree(viewer)) break;
        }
      }
      // Not earlier: what broke off in the middle is looked at again.
      fresh.clear();
    },

    propose(id: string, viewer: Waiting, anchor: Waiting, now: number): Proposal {
      const proposal: Proposal = { id, viewer, anchor, until: now + MATCH_PROPOSAL_MS, yes: new Set() };
      proposals.set(id, proposal);
      take(viewer.uid);
      take(anchor.uid);
      busyWith.set(viewer.uid, proposal).set(anchor.uid, proposal);
      keepApart(viewer, anchor, now);
      return proposal;
    },
    /** Keeps two people apart for now, because one blocked the other. */
    keepApart,

    /** Marks both as free again. */
    drop({ id, viewer, anchor }: Proposal): void {
      proposals.delete(id);
      for (const { uid } of [viewer, anchor]) {
        busyWith.delete(uid);
        free(uid);
      }
    },

    /** Takes out who did not say again that they wait; answers the proposals that are over. */
    expire(now: number): Proposal[] {
      for (const [uid, renewed] of renewals) {
        if (now - renewed <= RENEW_WITHIN_MS) break;
        leave(uid);
      }
      return [...proposals.values()].filter(
        ({ until, viewer, anchor }) => until <= now || !waiting.has(viewer.uid) || !waiting.has(anchor.uid),
      );
    },
  };
}
