import type { Sent } from '#contract/api/endpoint.ts';
import type { Shared } from '#contract/chat/share.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { AttributionInfo } from '#contract/measure/attribution.ts';
import type { Consent } from '#contract/measure/consent.ts';
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

/** Events that notifications told of, the newest last (`toldAs`): one that was put away does not come again. Device clock, ms. */
export type ToldRow = { key: 'told'; events: readonly { readonly as: string; readonly at: number }[] };

/** What a tap on a notification decided. Used once, and soon; no address can say the same. Device clock, ms. */
export type IntentRow = { key: 'intent'; id: string; at: number } & (
  | { act: 'answer'; sid: string }
  | { act: 'dial'; uid: number }
  /** For the core that holds the call, where one lives. */
  | { act: 'decline'; sid: string }
  | { act: 'busy'; sid: string }
);

/** What may be measured: the answer, and what the server was told of it. Device clock, ms. */
export type ConsentRow = Consent & {
  key: 'consent';
  how: Sent<Endpoints['consent']>['how'];
  /** The browser asked not to be followed when a page was last open. */
  isAskedNot: boolean;
  language: string;
  /** The answer of which the last proof tells; absent before a first yes. */
  proved?: Pick<Consent, 'v' | 'm' | 'a'>;
  /** Proofs that the server has not taken yet. */
  owed?: readonly Sent<Endpoints['consent']>[];
};

/** Facts of the device that go with requests, each with its consent; '' where there is none. */
export type MeasuredRow = { key: 'measured'; gaClientId: string; deviceModel: string; adid: string; fbc: string };

/** How often the official service asked to report the attribution, under which id at last; and what is known with consent. */
export type AttributionRow = {
  key: 'attribution';
  asked: number;
  last: string;
  info?: AttributionInfo;
  /** When that was found out. Device clock, ms. */
  at?: number;
  /** The account that was last reported. */
  reportedUid?: number;
};

/** An event of one's own list of notices. `key` names it, so that it is listed once. */
export type NoticeRow = {
  id?: number;
  read: boolean;
} & NoticeItem;

/** What another app shared, until somebody has chosen for whom it is. Device clock, ms. */
export type ShareRow = { id: string; at: number } & Shared<Blob>;
