import type { NOTICE_SHOWS } from '../account/settings.ts';
import {
  type LineValues,
  type PreviewFacts,
  previewOf,
  type TranslateKey,
  type TranslatePreview,
} from '../chat/lines.ts';
import type { PushAction, PushKind } from '../push/kinds.ts';

type NoticeWord =
  | 'incoming'
  | 'missed'
  | 'match'
  | Parameters<TranslatePreview>[0]
  | AwayWord
  | `act${Capitalize<PushAction>}`
  /** Used if the event or the signed-in user is unknown. */
  | 'news'
  | 'team'
  | 'signIn'
  | 'openApp'
  | 'replyHint'
  /** Result of a reply that was written in a notification. */
  | 'sent'
  | 'waitsForLine'
  | 'notSent'
  | 'inCall';

/** Texts of `src/i18n/locales/<lng>/push.json`: all fixed texts of notifications. */
export type NoticeWords = Readonly<Record<NoticeWord, string>>;
/** Translates a text key of a system notification, with its values, into the user's language. */
export type TranslateNotice = TranslateKey<NoticeWord>;

/** The content of a system notification that an open page shows. `name` is the sender's name as the reader knows it. */
export type Notice =
  | { readonly kind: 'message'; readonly name: string; readonly facts: PreviewFacts }
  | { readonly kind: 'incoming' | 'match' | 'missed'; readonly name: string };

/** Returns title and body of a notification that an open page shows. `locale`: as of `previewOf`. */
export function wordsOfNotice(
  notice: Notice,
  translate: TranslateNotice,
  locale: string,
): { readonly title: string; readonly body: string } {
  const { name } = notice;
  switch (notice.kind) {
    case 'message':
      return { title: name, body: previewOf(notice.facts, translate, locale) };
    case 'incoming':
      return { title: translate('incoming', { name }), body: translate('call') };
    case 'match':
      return { title: name, body: translate('match') };
    case 'missed':
      return { title: name, body: translate('missed') };
  }
}

/**
 * Creates a translate function from one locale file, for the service worker, which has no i18n library. `toText` formats a number for the
 * reader, and isolates the direction of a text within the sentence.
 */
export const createTranslate =
  (words: NoticeWords, toText: (value: string | number) => string): TranslateNotice =>
  (key, values) =>
    words[key].replace(/\{\{(name|count|time)\}\}/g, (_hole, value: keyof LineValues) => toText(values?.[value] ?? ''));

/**
 * Text keys of each push kind: `of` names a user, `bare` hides the name, `many` counts several. A kind without texts does not compile.
 */
const AWAY_LINES = {
  message: { of: 'newMessage', bare: 'newMessage', many: 'newMessages' },
  gift: { of: 'newGift', bare: 'newGift' },
  missed: { of: 'missed', bare: 'missed' },
  call: { of: 'call', bare: 'incomingCall' },
  callback: { of: 'callback', bare: 'someoneWaits' },
  friend: { of: 'friendsRequest', bare: 'newRequest', many: 'newRequests' },
  online: { of: 'online', bare: 'someoneOnline' },
  checkIn: { of: 'checkIn', bare: 'checkIn' },
  official: { of: 'official', bare: 'official' },
  payment: { of: 'payment', bare: 'payment' },
  booking: { of: 'bookingNews', bare: 'bookingNews' },
  bookingBegins: { of: 'bookingBegins', bare: 'bookingBegins' },
} as const satisfies Record<PushKind, { readonly of: string; readonly bare: string; readonly many?: string }>;
type AwayWord = (typeof AWAY_LINES)[PushKind]['of' | 'bare'] | 'newMessages' | 'newRequests';

/** Data from which the service worker builds the texts of a push notification. */
export type AwayNotice = {
  readonly kind: PushKind;
  /** Number of batched events. */
  readonly n: number;
  /** Permitted detail (setting `noticeShows`). */
  readonly shows: (typeof NOTICE_SHOWS)[number];
  readonly brand: string;
  /** Name of the user concerned, as the reader knows them; '' if there is none or they are unknown. */
  readonly name: string;
  /** Preview facts of the message, if it is on the device. */
  readonly facts?: PreviewFacts | undefined;
};

/** The texts of notifications in the reader's language, for the service worker. */
export type NoticeVoice = {
  readonly say: TranslateNotice;
  /** Isolates the direction of a text that stands alone, such as a name, because a notification has the direction of its language. */
  readonly isolate: (text: string) => string;
  /** The language with the reader's region, for `lang` and for formats. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
};

/** Builds title and body of a push notification in the detail that the reader chose. Covered content stays covered. */
export function wordsOfAway(
  notice: AwayNotice,
  { say: translate, isolate, lang }: Pick<NoticeVoice, 'say' | 'isolate' | 'lang'>,
): { readonly title: string; readonly body: string } {
  const { kind, n, shows, brand, name, facts } = notice;
  const line: { readonly of: AwayWord; readonly bare: AwayWord; readonly many?: AwayWord } = AWAY_LINES[kind];
  if (shows === 'words' && facts && hasText(kind))
    return { title: isolate(name) || brand, body: isolate(previewOf(facts, translate, lang)) };
  const several = n > 1 && line.many !== undefined ? translate(line.many, { count: n }) : undefined;
  if (shows === 'nothing' || name === '') return { title: brand, body: several ?? translate(line.bare) };
  if (kind === 'call') return { title: translate('incoming', { name }), body: translate(line.of) };
  // Several users' requests show no name.
  if (kind === 'friend' && several !== undefined) return { title: brand, body: several };
  return { title: isolate(name), body: several ?? translate(line.of) };
}

const KINDS_WITH_TEXT: ReadonlySet<PushKind> = new Set(['message', 'gift', 'official']);
/** Whether events of the kind are messages, whose text a notification may show. */
export const hasText = (kind: PushKind): boolean => KINDS_WITH_TEXT.has(kind);
