import type { NOTICE_SHOWS } from '../account/settings.ts';
import type { AwayAction, AwayKind } from '../away/kinds.ts';
import { type LineValues, type PreviewFacts, previewOf, type Say, type SayPreview } from '../chat/lines.ts';

type NoticeWord =
  | 'incoming'
  | 'missed'
  | 'match'
  | Parameters<SayPreview>[0]
  | AwayWord
  | `act${Capitalize<AwayAction>}`
  /** Where nothing is known of what came, or who has signed in. */
  | 'news'
  | 'team'
  | 'signIn'
  | 'openApp'
  | 'replyHint'
  /** What became of a reply that was written in a notification. */
  | 'sent'
  | 'waitsForLine'
  | 'notSent'
  | 'inCall';

/** The words of `src/i18n/locales/<lng>/push.json`: all that a notification says of its own. */
export type NoticeWords = Readonly<Record<NoticeWord, string>>;
export type SayNotice = Say<NoticeWord>;

/** The content of a notification. `name` is the sender's name as the reader knows it. */
export type Notice =
  | { readonly kind: 'message'; readonly name: string; readonly facts: PreviewFacts }
  | { readonly kind: 'incoming' | 'match' | 'missed'; readonly name: string };

/** The words of a notification, for the page and for the service worker. */
export function wordsOfNotice(notice: Notice, say: SayNotice): { readonly title: string; readonly body: string } {
  const { name } = notice;
  switch (notice.kind) {
    case 'message':
      return { title: name, body: previewOf(notice.facts, say) };
    case 'incoming':
      return { title: say('incoming', { name }), body: say('call') };
    case 'match':
      return { title: name, body: say('match') };
    case 'missed':
      return { title: name, body: say('missed') };
  }
}

/** Says the words of one locale file, where there is no i18n: the service worker. */
export const sayFrom =
  (words: NoticeWords): SayNotice =>
  (key, values) =>
    words[key].replace(/\{\{(name|count|time)\}\}/g, (_hole, value: keyof LineValues) => String(values?.[value] ?? ''));

/**
 * Says what a kind of push is about: `of` a person by their name, `bare` where no name is to be seen, `many` of several. A kind
 * without words does not compile.
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
} as const satisfies Record<AwayKind, { readonly of: string; readonly bare: string; readonly many?: string }>;
type AwayWord = (typeof AWAY_LINES)[AwayKind]['of' | 'bare'] | 'newMessages' | 'newRequests';

/** What a push is shown by. */
export type AwayNotice = {
  readonly kind: AwayKind;
  /** How many events it gathers. */
  readonly n: number;
  /** How much may be seen of it (setting `noticeShows`). */
  readonly shows: (typeof NOTICE_SHOWS)[number];
  readonly brand: string;
  /** Of the person whom it is about, as the reader knows them; '' where nobody is, or they are not known. */
  readonly name: string;
  /** What the message says, where it is here. */
  readonly facts?: PreviewFacts | undefined;
};

/** Says a push in the detail that its reader chose. What a conversation covers stays covered. */
export function wordsOfAway(notice: AwayNotice, say: SayNotice): { readonly title: string; readonly body: string } {
  const { kind, n, shows, brand, name, facts } = notice;
  const line: { readonly of: AwayWord; readonly bare: AwayWord; readonly many?: AwayWord } = AWAY_LINES[kind];
  if (shows === 'words' && facts && isSaid(kind)) return { title: name || brand, body: previewOf(facts, say) };
  const several = n > 1 && line.many !== undefined ? say(line.many, { count: n }) : undefined;
  if (shows === 'nothing' || name === '') return { title: brand, body: several ?? say(line.bare) };
  if (kind === 'call') return { title: say('incoming', { name }), body: say(line.of) };
  // Requests of several people are nobody's.
  if (kind === 'friend' && several !== undefined) return { title: brand, body: several };
  return { title: name, body: several ?? say(line.of) };
}

const SAID: ReadonlySet<AwayKind> = new Set(['message', 'gift', 'official']);
/** Whether the words of a message belong to it. */
export const isSaid = (kind: AwayKind): boolean => SAID.has(kind);
