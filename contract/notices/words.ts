import { type LineValues, type PreviewFacts, previewOf, type Say, type SayPreview } from '../chat/lines.ts';

type NoticeWord = 'incoming' | 'missed' | 'match' | Parameters<SayPreview>[0];

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
