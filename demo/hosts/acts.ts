import { DAY_MS } from '../../contract/durations.ts';
import type { Chance } from './chance.ts';

/**
 * Kind of a simulated host's answer: `words` is text only, `locked` a picture to unlock, `wish` a request for a gift, `invite` an
 * invitation to a paid call.
 */
export type Act = 'words' | 'sticker' | 'voice' | 'question' | 'picture' | 'locked' | 'wish' | 'invite';

/**
 * The kinds of answers that ask for gems, each with the name of the fact by which the server counts it per day (contract/chat/facts.ts).
 */
export const COSTLY = { locked: 'priced', wish: 'asked', invite: 'invited' } as const;
/** A kind of answer that asks the user to spend gems. */
export type CostlyAct = keyof typeof COSTLY;
/** Whether an answer of this kind asks the user to spend gems; such answers need `mayAsk` and `readGiftBudget`. */
export const isCostly = (act: Act): act is CostlyAct => Object.hasOwn(COSTLY, act);

/** Kinds of the first answers to each user, in this order, so that one conversation shows all of them; later kinds are random. */
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
/** A refusal within this many answers after a costly act counts as a refusal of it. */
const NO_WITHIN_ANSWERS = 2;

/**
 * A host's progress in the conversation with one user, in memory: what was answered and when gems were asked for. Times in ms since the
 * epoch.
 */
export type ConversationProgress = {
  /** Number of answers given. */
  readonly taken: number;
  readonly last: Act | undefined;
  /** Number of answers since the last costly one. */
  readonly sinceCostly: number;
  readonly asked: { readonly [K in CostlyAct]?: number };
  readonly saidNoAt?: number;
};
/** The progress of a new conversation. */
export const NO_PROGRESS: ConversationProgress = {
  taken: 0,
  last: undefined,
  sinceCostly: Number.POSITIVE_INFINITY,
  asked: {},
};

const isToday = (at: number | undefined, now: number) => at !== undefined && now - at < DAY_MS;

/** Whether the host may ask for gems now: each kind once in 24 hours, never twice in a row, and not within 24 hours of a refusal. */
export const mayAsk = ({ last, asked, saidNoAt }: ConversationProgress, act: CostlyAct, now: number): boolean =>
  !(last !== undefined && isCostly(last)) && !isToday(asked[act], now) && !isToday(saidNoAt, now);

/** Chooses the kind of the next answer; `words` instead of a costly one that is not allowed. Record it with `afterAct` once it is sent. */
export function nextAct(turns: ConversationProgress, now: number, chance: Chance): Act {
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

/** The progress after an answer of this kind was sent. */
export const afterAct = (turns: ConversationProgress, act: Act, now: number): ConversationProgress => ({
  ...turns,
  taken: turns.taken + 1,
  last: act,
  sinceCostly: isCostly(act) ? 0 : turns.sinceCostly + 1,
  asked: isCostly(act) ? { ...turns.asked, [act]: now } : turns.asked,
});

/** The progress when the server reports that the user may not be asked today: an earlier run of the host may have asked. */
export const alreadyAsked = (turns: ConversationProgress, act: CostlyAct, now: number): ConversationProgress => ({
  ...turns,
  asked: { ...turns.asked, [act]: now },
});

/** Whether a refusal that arrives now refers to a request for gems, as one was among the last two answers. */
export const isNoToCosts = ({ sinceCostly }: ConversationProgress): boolean => sinceCostly < NO_WITHIN_ANSWERS;
/** The progress after a user refused to pay; `mayAsk` then forbids requests for 24 hours. */
export const afterNo = (turns: ConversationProgress, now: number): ConversationProgress => ({
  ...turns,
  saidNoAt: now,
});
