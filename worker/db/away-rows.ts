import type { NoticeItem } from '#contract/notices/item.ts';

/** Rows of pushes and of what a closed app was told. */

/** The browser's push subscription as the server was told of it (product 3.7). Device clock, ms. */
export type PushRow = {
  key: 'push';
  /** '' while the installation is under way. */
  token: string;
  createTime: number;
  options: { auth: string; p256dh: string; endpoint: string; swScope: string; vapidKey: string };
  state: 'pending' | 'kept' | 'failed';
  /** Of the last change of `state`. */
  at: number;
  /** Name of the failure, of a `failed` one. */
  why?: string;
};

/** The call that a push told of: a core that starts soon afterwards asks the hub about it. Device clock, ms. */
export type RingRow = { key: 'ring'; sid: string; at: number };

/** What a tap on a notification decided. Used once, and soon; no address can say the same. Device clock, ms. */
export type IntentRow = { key: 'intent'; id: string; at: number } & (
  | { act: 'answer'; sid: string }
  | { act: 'dial'; uid: number }
  /** For the core that holds the call, where one lives. */
  | { act: 'decline'; sid: string }
  | { act: 'busy'; sid: string }
);

/** What another app shared into this one, until a conversation is chosen for it. Device clock, ms. */
export type ShareRow = { id: string; at: number; title: string; text: string; url: string; file?: Blob };

/** What may be measured: `m` measurement, `a` attribution; `v` the version of the words that were agreed to. Device clock, ms. */
export type ConsentRow = { key: 'consent'; v: number; m: boolean; a: boolean; at: number };

/** An event of one's own list of notices. `key` names it, so that it is listed once. */
export type NoticeRow = {
  id?: number;
  read: boolean;
} & NoticeItem;
