import type { Chance } from './chance.ts';

/** What a host answers with. Each comes with words where it has none of its own. */
export type Act = 'words' | 'sticker' | 'voice' | 'question' | 'picture' | 'locked' | 'wish' | 'invite';

/** Acts that lead to spending gems, and the name by which the server counts them within a day (contract/chat/facts.ts). */
export const COSTLY = { locked: 'priced', wish: 'asked', invite: 'invited' } as const;
export type CostlyAct = keyof typeof COSTLY;
export const isCostly = (act: Act): act is CostlyAct => Object.hasOwn(COSTLY, act);

/** The first answers to a person, in this order: whoever tries the app meets all of them in one conversation. */
export const FIRST_ACTS: readonly Act[] = [
  'words',
  'sticker',
  'voice',
  'question',
  'picture',
  'locked',
  'words',
  'wish',
  'words',
  'invite',
];
/** Chances of all later answers, in percent. The rest is words. */
const LATER_PERCENT: readonly (readonly [Act, number])[] = [
  ['sticker', 14],
  ['question', 8],
  ['voice', 6],
  ['picture', 6],
  ['locked', 3],
  ['wish', 3],
  ['invite', 3],
];
const DAY_MS = 86_400_000;
/** A no that comes this many answers after a costly one is a no to it. */
const NO_WITHIN_ANSWERS = 2;

/** What a host remembers of one person. Moments in ms. */
export type Turns = {
  /** Answers given. */
  readonly taken: number;
  readonly last: Act | undefined;
  /** How many answers there were since the last costly one. */
  readonly sinceCostly: number;
  readonly asked: { readonly [K in CostlyAct]?: number };
  readonly saidNoAt?: number;
};
export const NO_TURNS: Turns = { taken: 0, last: undefined, sinceCostly: Number.POSITIVE_INFINITY, asked: {} };

const isToday = (at: number | undefined, now: number) => at !== undefined && now - at < DAY_MS;

/** What costs gems comes once a day, never twice in a row, and not for a day after a no. */
export const mayAsk = ({ last, asked, saidNoAt }: Turns, act: CostlyAct, now: number): boolean =>
  !(last !== undefined && isCostly(last)) && !isToday(asked[act], now) && !isToday(saidNoAt, now);

/** Returns the next answer. It counts once it is sent (`afterAct`). */
export function nextAct(turns: Turns, now: number, chance: Chance): Act {
  const due = FIRST_ACTS[turns.taken] ?? drawn(chance);
  return isCostly(due) && !mayAsk(turns, due, now) ? 'words' : due;
}

function drawn(chance: Chance): Act {
  let left = chance() * 100;
  for (const [act, percent] of LATER_PERCENT) {
    if (left < percent) return act;
    left -= percent;
  }
  return 'words';
}

/** The turns after an answer. */
export const afterAct = (turns: Turns, act: Act, now: number): Turns => ({
  ...turns,
  taken: turns.taken + 1,
  last: act,
  sinceCostly: isCostly(act) ? 0 : turns.sinceCostly + 1,
  asked: isCostly(act) ? { ...turns.asked, [act]: now } : turns.asked,
});

/** The turns of somebody who was asked for this today already: by an earlier run of the host. */
export const alreadyAsked = (turns: Turns, act: CostlyAct, now: number): Turns => ({
  ...turns,
  asked: { ...turns.asked, [act]: now },
});

/** Whether a no of this moment is one to something that costs gems. */
export const isNoToCosts = ({ sinceCostly }: Turns): boolean => sinceCostly < NO_WITHIN_ANSWERS;
export const afterNo = (turns: Turns, now: number): Turns => ({ ...turns, saidNoAt: now });
