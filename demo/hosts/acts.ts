import type { Chance } from './chance.ts';

/** Kind of an answer. Kinds without a text of their own are sent together with a sentence. */
export type Act = 'words' | 'sticker' | 'voice' | 'question' | 'picture' | 'locked' | 'wish' | 'invite';

/** Acts that ask for gems, with the fact by which the server counts them per day (contract/chat/facts.ts). */
export const COSTLY = { locked: 'priced', wish: 'asked', invite: 'invited' } as const;
/** An act that leads to spending gems. */
export type CostlyAct = keyof typeof COSTLY;
export const isCostly = (act: Act): act is CostlyAct => Object.hasOwn(COSTLY, act);

/** The first answers to a user, in this order, so that one conversation shows all kinds. */
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
/** Probability of each kind for later answers, in percent; the remainder is `words`. */
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
/** A refusal within this many answers after a costly act counts as a refusal of it. */
const NO_WITHIN_ANSWERS = 2;

/** State of a host's conversation with one user. Times in ms since the epoch. */
export type Turns = {
  /** Number of answers given. */
  readonly taken: number;
  readonly last: Act | undefined;
  /** Number of answers since the last costly one. */
  readonly sinceCostly: number;
  readonly asked: { readonly [K in CostlyAct]?: number };
  readonly saidNoAt?: number;
};
/** State of a new conversation. */
export const NO_TURNS: Turns = { taken: 0, last: undefined, sinceCostly: Number.POSITIVE_INFINITY, asked: {} };

const isToday = (at: number | undefined, now: number) => at !== undefined && now - at < DAY_MS;

/** Whether a costly act is allowed: once a day, never twice in a row, and not within a day of a refusal. */
export const mayAsk = ({ last, asked, saidNoAt }: Turns, act: CostlyAct, now: number): boolean =>
  !(last !== undefined && isCostly(last)) && !isToday(asked[act], now) && !isToday(saidNoAt, now);

/** Chooses the next answer. Record it with `afterAct` once it is sent. */
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

/** The state after an answer. */
export const afterAct = (turns: Turns, act: Act, now: number): Turns => ({
  ...turns,
  taken: turns.taken + 1,
  last: act,
  sinceCostly: isCostly(act) ? 0 : turns.sinceCostly + 1,
  asked: isCostly(act) ? { ...turns.asked, [act]: now } : turns.asked,
});

/** The state when the server reports that this was already asked today, by an earlier run of the host. */
export const alreadyAsked = (turns: Turns, act: CostlyAct, now: number): Turns => ({
  ...turns,
  asked: { ...turns.asked, [act]: now },
});

/** Whether a refusal now refers to a recent costly act. */
export const isNoToCosts = ({ sinceCostly }: Turns): boolean => sinceCostly < NO_WITHIN_ANSWERS;
/** The state after a refusal to pay. */
export const afterNo = (turns: Turns, now: number): Turns => ({ ...turns, saidNoAt: now });
