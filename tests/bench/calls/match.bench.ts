import { createMatchQueue, type WaitingUser } from '../../../server/domains/calls/matching/match-queue.ts';
import type { Benches } from '../bench.ts';

const SIDE = 5_000;
const PASSES = 400;

/** Viewers and anchors whose filters match no other person. */
const unfit = (uid: number, isAnchor: boolean): WaitingUser => ({
  uid,
  jid: `u_${uid}@x/y`,
  price: 10,
  since: 0,
  isAnchor,
  person: { uid, nickName: '', avatarUrl: '', country: `C${uid % 40}`, lang: isAnchor ? 'tr' : 'en' },
  filter: isAnchor ? { lang: '', country: `C${uid % 25}` } : { lang: 'fr', country: '' },
});

async function median(): Promise<number> {
  const queue = createMatchQueue();
  for (let at = 0; at < SIDE; at++) {
    queue.add(unfit(2 * at, false));
    queue.add(unfit(2 * at + 1, true));
  }
  for (const _pair of queue.candidates(0)) throw new Error('A pair that does not fit');
  const took: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    // One person enters, one leaves, and all candidates are examined, as at each entry.
    queue.leave(pass);
    queue.add(unfit(pass, pass % 2 === 1));
    const begun = performance.now();
    for (const _pair of queue.candidates(pass)) throw new Error('A pair that does not fit');
    took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b)[PASSES / 2] ?? Number.NaN;
}

/** All entries are new at once, as after a restart of the process. */
async function first(): Promise<number> {
  const queue = createMatchQueue();
  for (let at = 0; at < SIDE; at++) {
    queue.add(unfit(2 * at, false));
    queue.add(unfit(2 * at + 1, true));
  }
  const begun = performance.now();
  for (const _pair of queue.candidates(0)) throw new Error('A pair that does not fit');
  return performance.now() - begun;
}

export const benches: Benches = [
  { name: 'match: a pass over 5,000 viewers and 5,000 hosts without a match', unit: 'ms', aim: 2, run: median },
  { name: 'match: the first pass over all of them', unit: 'ms', run: first },
];
