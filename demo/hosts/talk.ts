import type { CostlyAct } from './acts.ts';
import type { GiftBudget } from './gift-budget.ts';
import type { HostsSettings } from './hosts.ts';
import type { Scene } from './phrases.ts';

/**
 * Request of the hosts' worker thread to the server: a token of a host, the profile language of a user, or whether a user may be asked for
 * gems (`giftBudget`).
 */
export type Question =
  | { readonly what: 'token' | 'language'; readonly uid: number }
  | { readonly what: 'giftBudget'; readonly host: number; readonly uid: number; readonly act: CostlyAct };
/** Type of the server's answer to each kind of `Question` of the hosts' worker thread. */
export type AnswerTypes = { readonly token: string; readonly language: string; readonly giftBudget: GiftBudget };

/** Message from the server to the hosts' worker thread. `answer` repeats the number of its request; without `value` the request failed. */
export type ToThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: AnswerTypes[keyof AnswerTypes] }
  | { readonly kind: 'greet'; readonly id: number; readonly host: number; readonly uid: number; readonly scene: Scene }
  | { readonly kind: 'end' };
/** Message from the hosts' worker thread to the server: a request, the outcome of a greeting (same number), or the end of all hosts. */
export type FromThread =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  | { readonly kind: 'greeted'; readonly id: number; readonly done: boolean }
  | { readonly kind: 'ended' };
/** Settings of the hosts' worker thread, its `workerData`. */
export type ThreadSettings = HostsSettings;
