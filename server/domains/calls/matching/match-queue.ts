import type { MatchFilter } from '../../../../contract/calls/calls.ts';
import {
  CALL_HEARTBEAT_INTERVAL_MS,
  CALL_MISSED_BEATS,
  MATCH_PAIR_COOLDOWN_MS,
  MATCH_PROPOSAL_MS,
} from '../../../../contract/calls/rules.ts';
import type { RequestSender } from '../calls.ts';
import type { Person } from '../people.ts';
import { createMatchIndex } from './match-index.ts';

/** A user who waits for a random match. `price`: gems per minute of an anchor, 0 for a viewer; `since`: start of the wait in ms. */
export type WaitingUser = RequestSender & {
  readonly person: Person;
  readonly isAnchor: boolean;
  readonly price: number;
  readonly filter: MatchFilter;
  readonly since: number;
};
/** A waiting user as the queue stores them. `seq`: position in the order of arrival. */
type Entry = WaitingUser & { readonly seq: number };
/**
 * A viewer and an anchor who are proposed to each other until `until` (ms); when both accept, their call begins. `yes`: uids that
 * accepted.
 */
export type Proposal = {
  readonly id: string;
  readonly viewer: WaitingUser;
  readonly anchor: WaitingUser;
  readonly until: number;
  readonly yes: Set<number>;
};

/** A wait that is not renewed for this long ends. */
const RENEW_WITHIN_MS = (CALL_MISSED_BEATS + 1) * CALL_HEARTBEAT_INTERVAL_MS;

/**
 * Creates the state of the random match: the waiting users, the open proposals, and the pairs that were recently proposed. In memory of
 * the leader: clients repeat MatchEnter with each heartbeat interval, so a new leader knows all waiting users after one. A pass over
 * the candidates leaves no pair that could still be proposed. The next pass therefore checks only users who arrived or became free
 * since, and pairs whose cooldown has expired.
 */
export function createMatchQueue() {
  let seq = 0;
  const waiting = new Map<number, Entry>();
  /** Time at which each user last renewed the wait, the oldest first. */
  const renewals = new Map<number, number>();
  const proposals = new Map<string, Proposal>();
  const busyWith = new Map<number, Proposal>();
  /** Pairs in cooldown, the first to expire first: all cooldowns are equally long. */
  const apart = new Map<string, { readonly viewer: number; readonly anchor: number; readonly until: number }>();
  const viewers = createMatchIndex<Entry>();
  const anchors = createMatchIndex<Entry>();
  /** Users to check in the next pass: they became free, or a cooldown of theirs expired. */
  const fresh = new Map<number, Entry>();

  const pairOf = (viewer: WaitingUser, anchor: WaitingUser) => `${viewer.uid} ${anchor.uid}`;
  const sideOf = ({ isAnchor }: Entry) => (isAnchor ? anchors : viewers);
  const isFree = ({ uid, seq: place }: Entry) => waiting.get(uid)?.seq === place && !busyWith.has(uid);

  function free(uid: number): void {
    const entry = waiting.get(uid);
    if (!entry || busyWith.has(uid)) return;
    sideOf(entry).remove(entry);
    sideOf(entry).add(entry);
    fresh.set(uid, entry);
  }
  function take(uid: number): void {
    const entry = waiting.get(uid);
    if (entry) sideOf(entry).remove(entry);
    fresh.delete(uid);
  }
  function leave(uid: number): void {
    take(uid);
    waiting.delete(uid);
    renewals.delete(uid);
  }
  function keepApart(viewer: WaitingUser, anchor: WaitingUser, now: number): void {
    const pair = pairOf(viewer, anchor);
    apart.delete(pair);
    apart.set(pair, { viewer: viewer.uid, anchor: anchor.uid, until: now + MATCH_PAIR_COOLDOWN_MS });
  }
  function letMeetAgain(now: number): void {
    for (const [pair, { viewer, anchor, until }] of apart) {
      if (until > now) return;
      apart.delete(pair);
      free(viewer);
      free(anchor);
    }
  }

  /** The viewers to check, in order of arrival: the fresh ones, and those who match a fresh anchor. */
  function* viewersToLookAt(): Generator<Entry> {
    const own = [...fresh.values()].filter(({ isAnchor }) => !isAnchor).sort((a, b) => a.seq - b.seq);
    const awaited = [...fresh.values()].filter(({ isAnchor }) => isAnchor);
    const keys = new Set(awaited.flatMap((anchor) => [...viewers.bucketsFor(anchor)]));
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
    get: (uid: number): WaitingUser | undefined => waiting.get(uid),
    proposalOf: (uid: number) => busyWith.get(uid),
    proposal: (id: string) => proposals.get(id),
    leave,

    add(entry: WaitingUser): void {
      leave(entry.uid);
      waiting.set(entry.uid, { ...entry, seq: seq++ });
      renewals.set(entry.uid, entry.since);
      free(entry.uid);
    },
    /** Renews a user's wait, with each repeated MatchEnter. */
    renew(uid: number, now: number): void {
      renewals.delete(uid);
      if (waiting.has(uid)) renewals.set(uid, now);
    },

    /** Pairs to propose, the longest waiting viewer first. The loop that reads them must call `propose` or `keepApart` for each. */
    *candidates(now: number): Generator<{ viewer: WaitingUser; anchor: WaitingUser }> {
      letMeetAgain(now);
      for (const viewer of viewersToLookAt()) {
        const keys = anchors.bucketsFor(viewer);
        for (let anchor = anchors.next(keys, -1); anchor; anchor = anchors.next(keys, anchor.seq)) {
          if (!apart.has(pairOf(viewer, anchor))) yield { viewer, anchor };
          if (!isFree(viewer)) break;
        }
      }
      // Cleared only at the end of the pass: after an error the same users are checked again in the next one.
      fresh.clear();
    },

    propose(id: string, viewer: WaitingUser, anchor: WaitingUser, now: number): Proposal {
      const proposal: Proposal = { id, viewer, anchor, until: now + MATCH_PROPOSAL_MS, yes: new Set() };
      proposals.set(id, proposal);
      take(viewer.uid);
      take(anchor.uid);
      busyWith.set(viewer.uid, proposal).set(anchor.uid, proposal);
      keepApart(viewer, anchor, now);
      return proposal;
    },
    /** Starts the cooldown of a pair, for example because one blocked the other. */
    keepApart,

    /** Removes a proposal and marks both users as free, if they still wait. */
    drop({ id, viewer, anchor }: Proposal): void {
      proposals.delete(id);
      for (const { uid } of [viewer, anchor]) {
        busyWith.delete(uid);
        free(uid);
      }
    },

    /** Removes users who did not renew their wait; returns the proposals that expired or lost a user. */
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
