import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCH_PAIR_COOLDOWN_MS, MATCH_PROPOSAL_MS } from '../../../../contract/calls/rules.ts';
import {
  createMatchQueue,
  type Proposal,
  type WaitingUser,
} from '../../../../server/domains/calls/matching/match-queue.ts';
import { naiveQueue } from './naive-match.ts';

const word = fc.constantFrom('', '', '', 'en', 'tr');
const own = fc.constantFrom('en', 'tr', '');
const uid = fc.integer({ min: 1, max: 12 });
const act = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('enter'), uid, lang: own, country: own, wish: word, from: word }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), uid }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('skip'), uid }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew'), uid }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('block'), uid, other: uid }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(1_000, 1_000, 8_000, MATCH_PROPOSAL_MS, MATCH_PAIR_COOLDOWN_MS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look') }) },
) as fc.Arbitrary<Act>;

type Act =
  | { do: 'enter'; uid: number; lang: string; country: string; wish: string; from: string }
  | { do: 'leave' | 'skip' | 'renew'; uid: number }
  | { do: 'block'; uid: number; other: number }
  | { do: 'wait'; ms: number }
  | { do: 'look' };

const waitingOf = (enter: Extract<Act, { do: 'enter' }>, now: number): WaitingUser => ({
  uid: enter.uid,
  jid: `u_${enter.uid}@x`,
  price: 0,
  since: now,
  isAnchor: enter.uid % 2 === 0,
  person: { uid: enter.uid, nickName: '', avatarUrl: '', country: enter.country, lang: enter.lang },
  filter: { lang: enter.wish, country: enter.from },
});

type Queue = Pick<ReturnType<typeof createMatchQueue>, Exclude<keyof ReturnType<typeof createMatchQueue>, 'get'>>;

/** Runs a check of the match, and returns the proposed pairs. */
function look(queue: Queue, now: number, blocked: ReadonlySet<string>): string[] {
  const pairs: string[] = [];
  for (const { viewer, anchor } of queue.candidates(now)) {
    if (blocked.has(`${viewer.uid} ${anchor.uid}`)) queue.keepApart(viewer, anchor, now);
    else {
      queue.propose(`${viewer.uid} ${anchor.uid} ${now}`, viewer, anchor, now);
      pairs.push(`${viewer.uid} ${anchor.uid}`);
    }
  }
  return pairs;
}

test('checking only changed entries finds the same pairs as checking all of them', () => {
  let met = 0;
  fc.assert(
    fc.property(fc.array(act, { minLength: 20, maxLength: 80 }), (acts) => {
      const both: readonly [Queue, Queue] = [createMatchQueue(), naiveQueue()];
      const blocked = new Set<string>();
      let now = 1_000_000;
      const each = <T>(todo: (queue: Queue) => T): [T, T] => [todo(both[0]), todo(both[1])];
      const same = <T>(todo: (queue: Queue) => T): T => {
        const [ours, naive] = each(todo);
        expect(ours).toEqual(naive);
        return ours;
      };
      const idsOf = (proposals: readonly Proposal[]) => proposals.map(({ id }) => id).sort();
      for (const one of acts) {
        if (one.do === 'enter') {
          each((queue) => {
            const before = queue.proposalOf(one.uid);
            if (before) queue.drop(before);
            queue.leave(one.uid);
            queue.add(waitingOf(one, now));
          });
        } else if (one.do === 'leave') each((queue) => queue.leave(one.uid));
        else if (one.do === 'renew') each((queue) => queue.renew(one.uid, now));
        else if (one.do === 'block') blocked.add(`${one.uid} ${one.other}`);
        else if (one.do === 'wait') {
          now += one.ms;
          same((queue) => {
            const over = queue.expire(now);
            for (const proposal of over) queue.drop(proposal);
            return idsOf(over);
          });
        } else if (one.do === 'skip') {
          same((queue) => {
            const proposal = queue.proposalOf(one.uid);
            if (proposal) queue.drop(proposal);
            return proposal?.id;
          });
        }
        if (one.do !== 'leave') met += same((queue) => look(queue, now, blocked)).length;
      }
    }),
    { numRuns: 400 },
  );
  expect(met).toBeGreaterThan(400);
});

test('a check that fails in the middle is completed by the next one', () => {
  const queue = createMatchQueue();
  const enter = { do: 'enter', lang: 'en', country: '', wish: '', from: '' } as const;
  for (const uid of [1, 2, 3, 4]) queue.add(waitingOf({ ...enter, uid }, 0));
  for (const { viewer, anchor } of queue.candidates(0)) {
    queue.propose('first', viewer, anchor, 0);
    break;
  }
  expect(look(queue, 0, new Set())).toEqual(['3 4']);
});
