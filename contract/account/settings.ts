import {
  array,
  boolean,
  check,
  exactOptional,
  type InferOutput,
  integer,
  literal,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  partial,
  picklist,
  pipe,
  readonly,
  record,
  regex,
  string,
  transform,
} from 'valibot';
import { PUSH_KINDS } from '../push/kinds.ts';
import { typedText } from '../text/typed-text.ts';
import { isBlank, typedContent } from '../text/visible-text.ts';
import { CLOSED_COUNTRIES_MAX, CONVERSATION_CHOICES_MAX, VIEWER_NOTE_MAX_CHARS, VIEWER_NOTES_MAX } from './rules.ts';

/**
 * Values of the setting `strangers` (product 2.4): every user may write to the account, only friends and hosts may, or no user may. Every
 * user may write to an anchor, whatever the setting is.
 */
export const STRANGERS = ['everyone', 'friends', 'nobody'] as const;
/** Choices of the setting `keepDays`: older messages are removed from the device; 0 removes none (product 2.4). */
export const KEEP_DAYS = [0, 1, 7, 30, 90] as const;

/** Choices of the setting `noticeShows`: notifications show the message text, only the sender's name, or neither. */
export const NOTICE_SHOWS = ['words', 'name', 'nothing'] as const;
/** Most replies that a host may save. */
export const SAVED_REPLIES_MAX = 10;
/** Maximum length of a saved reply, in UTF-16 units. */
export const SAVED_REPLY_MAX_CHARS = 300;
const minuteOfDay = pipe(number(), integer(), minValue(0), maxValue(1_439));

/** Schema of the tid of a conversation that the user can mute, pin or archive: any but the local greeting. */
export const tidOfChoice = pipe(string(), regex(/^u_[1-9]\d{0,14}$/));
const conversationChoice = object({
  /** Its messages cause no notification and are not counted in badges. */
  muted: exactOptional(literal(true)),
  /** It is shown above the others. */
  pinned: exactOptional(literal(true)),
  /** It was archived: the date of its newest incoming message then (server clock, ms). */
  archivedAt: exactOptional(pipe(number(), integer(), minValue(0))),
});
/** What the user chose for one conversation; empty for one that is like all others, which is not stored. */
export type ConversationChoice = Readonly<InferOutput<typeof conversationChoice>>;

/** Schema of all account settings (product 3.7). They belong to the account, not to the device, and are part of its profile. */
export const settings = object({
  /** True: others see the account's presence. False: everyone sees it as offline. */
  lastSeen: boolean(),
  /** True: read marks are exchanged with users who have this on too. False: with none; both sides get delivery receipts instead. */
  readReceipt: boolean(),
  /** True: others may send friend requests, and a host is added without one. */
  joiningGroups: boolean(),
  /** False: `everyone` in `strangers` counts as `friends`, so that only friends, hosts and the official account may write. */
  privateMessages: boolean(),
  strangers: picklist(STRANGERS),
  darkMode: picklist(['system', 'dark', 'light']),
  /** True: cards and bubbles have outlines. */
  borderedTheme: boolean(),
  allowNotifications: boolean(),
  /** True: notifications stay until they are opened or dismissed. */
  keepNotifications: boolean(),
  keepDays: picklist(KEEP_DAYS),
  noticeShows: picklist(NOTICE_SHOWS),
  /** Event kinds without notifications while the app is closed, except for single notifications that the user asked for. */
  mutedNotices: pipe(array(picklist(PUSH_KINDS)), maxLength(PUSH_KINDS.length), readonly()),
  /**
   * In this range, in minutes of the local day, across midnight if `to` is less than `from`, notifications are silent. Kinds that ring,
   * such as calls, still sound; `online` and `checkIn` are not sent, unless the user asked for that notification.
   */
  quietHours: nullable(object({ from: minuteOfDay, to: minuteOfDay })),
  /** True: a host still receives calls for 12 hours after closing the app, by push, if a push subscription was renewed within 7 days. */
  ringWhenClosed: boolean(),
  /**
   * What the user chose for conversations, by tid. A change names only the changed conversations (`mergeSettings`). Absent from older
   * servers.
   */
  conversations: optional(
    pipe(
      record(tidOfChoice, conversationChoice),
      check((choices) => Object.keys(choices).length <= CONVERSATION_CHOICES_MAX, 'has too many conversations'),
      readonly(),
    ),
    {},
  ),
  /** Texts that a host saved for answers, in the order in which they were saved. Absent from older servers. */
  savedReplies: optional(
    pipe(
      array(pipe(typedText, minLength(1), maxLength(SAVED_REPLY_MAX_CHARS))),
      maxLength(SAVED_REPLIES_MAX),
      transform((replies) => replies.filter((reply) => !isBlank(reply))),
      readonly(),
    ),
    [],
  ),
  /**
   * Countries in which a host is not shown: viewers whose profile or connection is of one of them can neither call nor write. Absent from
   * older servers.
   */
  closedCountries: optional(
    pipe(array(pipe(string(), regex(/^[A-Z]{2}$/))), maxLength(CLOSED_COUNTRIES_MAX), readonly()),
    [],
  ),
  /** True: pictures for which a viewer paid are served with the viewer's number over them. Absent from older servers. */
  watermark: optional(boolean(), false),
  /**
   * Private notes of a host about users, by tid. A change names only the changed notes (`mergeSettings`); a text without visible characters
   * deletes the note.
   * Absent from older servers.
   */
  viewerNotes: optional(
    pipe(
      record(tidOfChoice, pipe(typedText, maxLength(VIEWER_NOTE_MAX_CHARS), transform(typedContent))),
      check((notes) => Object.keys(notes).length <= VIEWER_NOTES_MAX, 'has too many notes'),
      readonly(),
    ),
    {},
  ),
});
/** Schema of a change of some settings, for `changeSettings` and `updateProfile`; absent settings stay unchanged. */
export const settingsChange = partial(settings);

/** All settings of an account. */
export type Settings = InferOutput<typeof settings>;
/** The settings to change; absent ones stay unchanged. */
export type SettingsChange = Partial<Settings>;
