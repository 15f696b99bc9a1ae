const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Events of which somebody hears while the app is closed. */
export const AWAY_KINDS = [
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
] as const;
export type AwayKind = (typeof AWAY_KINDS)[number];

/** What can be done from a notification, without opening the app. */
export type AwayAction =
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

/** About whom or what an event is: the fields that its tag and its target are made of. */
export type AwayAbout = {
  /** Local name of the peer. */
  readonly tid?: string | undefined;
  readonly uid?: number | undefined;
  /** Id of the call. */
  readonly sid?: string | undefined;
  /** Id of the payment order. */
  readonly order?: string | undefined;
};

type AwayRow = {
  /** How long a push service keeps it for a device that cannot be reached. */
  readonly keptForMs: number;
  readonly urgency: 'high' | 'normal' | 'low';
  /** Time in which more of the kind are gathered before the first push. */
  readonly gatheredForMs: number;
  /** A later event of the same tag takes the place of the one that is shown. */
  readonly tag: (about: AwayAbout) => string;
  readonly actions: readonly AwayAction[];
  /** Stays on the screen until somebody answers. */
  readonly rings?: true;
};

/** Of a message without a conversation: the one notification for all that was too much to be pushed one by one. */
export const TAG_MORE = 'more';
const ofThread = ({ tid }: AwayAbout) => (tid === undefined ? TAG_MORE : `thread:${tid}`);

/** How each kind is sent and shown. A kind without words, icon or target does not compile. */
export const AWAY = {
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
  /** Sent again while it rings; kept for what is left of the minute. */
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
} as const satisfies Record<AwayKind, AwayRow>;

/** While a call rings it is pushed again at these times after its begin: a phone may sleep through the first. */
export const CALL_PUSHED_AT_MS = [0, 15_000, 30_000, 45_000] as const;
