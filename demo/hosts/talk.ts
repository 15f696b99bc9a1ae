import type { CostlyAct } from './acts.ts';
import type { GiftBudget } from './gift-budget.ts';
import type { HostsSettings } from './hosts.ts';
import type { Scene } from './phrases.ts';

/** Requests of the hosts' thread to the server, with the type of each answer. */
export type Question =
  | { readonly what: 'token' | 'language'; readonly uid: number }
  | { readonly what: 'purse'; readonly host: number; readonly uid: number; readonly act: CostlyAct };
export type Answers = { readonly token: string; readonly language: string; readonly purse: GiftBudget };

/** Messages between the server and the hosts' thread. A response repeats the number of its request. */
export type ToThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value?: Answers[keyof Answers] }
  | { readonly kind: 'greet'; readonly id: number; readonly host: number; readonly uid: number; readonly scene: Scene }
  | { readonly kind: 'end' };
export type FromThread =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  | { readonly kind: 'greeted'; readonly id: number; readonly done: boolean }
  | { readonly kind: 'ended' };
export type ThreadSettings = HostsSettings;
