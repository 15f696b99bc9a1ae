import type { AttributionInfo } from '#contract/analytics/attribution.ts';
import type { Consent } from '#contract/analytics/consent.ts';
import type { ClientInput } from '#contract/api/endpoint.ts';
import type { Shared } from '#contract/chat/share.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { NoticeItem } from '#contract/notices/item.ts';

/**
 * The browser's push subscription, whose token is queued for the server, or the running or failed attempt to create one (product 3.7).
 * Times: device clock, ms.
 */
export type PushRow = {
  key: 'push';
  /** The subscription as it is sent to the server; empty in the states `pending` and `failed`. */
  token: string;
  createTime: number;
  options: { auth: string; p256dh: string; endpoint: string; swScope: string; vapidKey: string };
  state: 'pending' | 'kept' | 'failed';
  /** Time of the last change of `state`. */
  at: number;
  /** Name of the error; only in state `failed`. */
  why?: string;
};

/** The call announced by the last push. A core that starts soon afterwards asks the hub about it. Time: device clock, ms. */
export type RingRow = { key: 'ring'; sid: string; at: number };

/**
 * The last events that were shown as notifications, the newest last; `as` is their `shownKey`. A dismissed one is not shown again. Times:
 * device clock, ms.
 */
export type ShownRow = { key: 'told'; events: readonly { readonly as: string; readonly at: number }[] };

/**
 * The action that a tap on a notification chose. It is used once and expires soon; no URL can trigger it. Time:
 * device clock, ms.
 */
export type IntentRow = { key: 'intent'; id: string; at: number } & (
  | { act: 'answer'; sid: string }
  | { act: 'dial'; uid: number }
  /** For the core that manages the call, if one is running. */
  | { act: 'decline'; sid: string }
  | { act: 'busy'; sid: string }
);

/** The user's answer about measurement and attribution, and the proofs of it for the server. Times: device clock, ms. */
export type ConsentRow = Consent & {
  key: 'consent';
  how: ClientInput<Endpoints['consent']>['how'];
  /** The browser sent a Do Not Track or Global Privacy Control preference when a page was last open. */
  isAskedNot: boolean;
  language: string;
  /** The consent that the last proof covers; absent before the user first agreed. */
  proved?: Pick<Consent, 'v' | 'm' | 'a'>;
  /** Proofs that the server has not accepted yet. */
  owed?: readonly ClientInput<Endpoints['consent']>[];
};

/** Device facts sent with requests, each only with consent; empty when unknown or without consent. */
export type MeasuredRow = { key: 'measured'; gaClientId: string; deviceModel: string; adid: string; fbc: string };

/** Attribution of this installation. `asked`: number of requests by the official service; `last`: id of the latest one. */
export type AttributionRow = {
  key: 'attribution';
  asked: number;
  last: string;
  info?: AttributionInfo;
  /** When `info` was determined. Device clock, ms. */
  at?: number;
  /** The account that the attribution was last reported for. */
  reportedUid?: number;
};

/** An entry of the user's notification list. `key` identifies it, so that it is listed once. */
export type NoticeRow = {
  id?: number;
  read: boolean;
} & NoticeItem;

/** Content shared from another app, until the user chooses a conversation for it. Time: device clock, ms. */
export type ShareRow = { id: string; at: number } & Shared<Blob>;
