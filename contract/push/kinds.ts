import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';

/** Kinds of events that the server pushes while the app is closed, and that the user can mute. */
export const PUSH_KINDS = [
  'message',
  'gift',
  'missed',
  'call',
  'callback',
  'friend',
  'online',
  'checkIn',
  'official',
  'payment',
  'booking',
  'bookingBegins',
] as const;
/** Kind of an event for which a push notification is sent. */
export type PushKind = (typeof PUSH_KINDS)[number];

/** Buttons of a notification; the service worker executes them. */
export type PushAction =
  | 'reply'
  | 'markRead'
  | 'callBack'
  | 'write'
  | 'answer'
  | 'decline'
  | 'busy'
  | 'accept'
  | 'refuse'
  | 'receipt';

/** Subject of an event: the fields from which its tag and its target are derived. */
export type PushSubject = {
  /** Local name of the peer. */
  readonly tid?: string | undefined;
  readonly uid?: number | undefined;
  /** The user asked for this notification: no limit of its kind applies. */
  readonly asked?: boolean | undefined;
  /** Id of the call. */
  readonly sid?: string | undefined;
  /** Id of the payment order. */
  readonly order?: string | undefined;
};

type PushRule = {
  /** Time to live of the push (RFC 8030) for an unreachable device. */
  readonly keptForMs: number;
  readonly urgency: 'high' | 'normal' | 'low';
  /** Time in which events of the kind are batched before the first push. */
  readonly gatheredForMs: number;
  /** A later event with the same tag replaces the shown notification. */
  readonly tag: (about: PushSubject) => string;
  readonly actions: readonly PushAction[];
  /**
   * Announces a call: the notification vibrates and stays on the screen until the user acts on it or the ringing ends. It sounds in quiet
   * hours too, and does not count towards the limits of pushes.
   */
  readonly rings?: true;
};

/** Tag of a message push without a conversation: one notification summarises all messages that exceed the push limit. */
export const TAG_MORE = 'more';
const ofThread = ({ tid }: PushSubject) => (tid === undefined ? TAG_MORE : `thread:${tid}`);

/**
 * Delivery and display of each kind of push: the server reads the delivery, the service worker the display. A kind without texts, icon or
 * target does not compile.
 */
export const PUSH_RULES = {
  message: {
    keptForMs: 3 * DAY_MS,
    urgency: 'high',
    gatheredForMs: 1_500,
    tag: ofThread,
    actions: ['reply', 'markRead'],
  },
  gift: {
    keptForMs: 3 * DAY_MS,
    urgency: 'normal',
    gatheredForMs: 1_500,
    tag: ofThread,
    actions: ['reply', 'markRead'],
  },
  missed: {
    keptForMs: 3 * DAY_MS,
    urgency: 'normal',
    gatheredForMs: 0,
    tag: ofThread,
    actions: ['callBack', 'write'],
  },
  /** Pushed again while it rings, with the rest of the minute as its time to live. */
  call: {
    keptForMs: MINUTE_MS,
    urgency: 'high',
    gatheredForMs: 0,
    tag: () => 'ringing',
    actions: ['answer', 'decline'],
    rings: true,
  },
  callback: {
    keptForMs: MINUTE_MS / 2,
    urgency: 'high',
    gatheredForMs: 0,
    tag: () => 'ringing',
    actions: ['callBack', 'busy'],
    rings: true,
  },
  friend: {
    keptForMs: 7 * DAY_MS,
    urgency: 'normal',
    gatheredForMs: 5_000,
    tag: () => 'friends',
    actions: ['accept', 'refuse'],
  },
  online: {
    keptForMs: 10 * MINUTE_MS,
    urgency: 'low',
    gatheredForMs: 0,
    tag: () => 'online',
    actions: ['write', 'callBack'],
  },
  checkIn: { keptForMs: 6 * HOUR_MS, urgency: 'low', gatheredForMs: 0, tag: () => 'tasks', actions: [] },
  official: { keptForMs: 7 * DAY_MS, urgency: 'normal', gatheredForMs: 0, tag: () => 'thread:u_1', actions: [] },
  payment: {
    keptForMs: DAY_MS,
    urgency: 'high',
    gatheredForMs: 0,
    tag: ({ order }) => `pay:${order}`,
    actions: ['receipt'],
  },
  booking: { keptForMs: DAY_MS, urgency: 'high', gatheredForMs: 0, tag: () => 'bookings', actions: ['write'] },
  /** Pushed at the start of a booked call, and kept for as long as it can begin. */
  bookingBegins: {
    keptForMs: 10 * MINUTE_MS,
    urgency: 'high',
    gatheredForMs: 0,
    tag: () => 'booking-begins',
    actions: ['callBack', 'write'],
  },
} as const satisfies Record<PushKind, PushRule>;

/** Times after the start of a ringing call at which the server pushes it, because a sleeping phone can miss the first push. */
export const CALL_PUSHED_AT_MS = [0, 15_000, 30_000, 45_000] as const;
