/** How a message may be shown: flags 2 and 8 of product 5.4, and types that this build cannot read. */
export type MessageLook = 'plain' | 'call' | 'covered' | 'removed' | 'unsupported';

/** The words of `src/i18n/locales/<lng>/push.json`: all that a notification says of its own. */
export type NoticeWords = Readonly<Record<'incoming' | 'missed' | 'match' | Exclude<MessageLook, 'plain'>, string>>;

/** One of those words, with the name it speaks of put in. */
export type Say = (key: keyof NoticeWords, values?: { readonly name: string }) => string;

/** The content of a notification. `name` is the sender's name as the reader knows it. */
export type Notice =
  | { readonly kind: 'message'; readonly name: string; readonly look: MessageLook; readonly text: string }
  | { readonly kind: 'incoming' | 'match' | 'missed'; readonly name: string };

/** One line for a message; it never says what the conversation covers: others may see the screen. */
export const lineOf = (look: MessageLook, text: string, say: Say): string => (look === 'plain' ? text : say(look));

/** The words of a notification, for the page and for the service worker. */
export function wordsOfNotice(notice: Notice, say: Say): { readonly title: string; readonly body: string } {
  const { name } = notice;
  switch (notice.kind) {
    case 'message':
      return { title: name, body: lineOf(notice.look, notice.text, say) };
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
  (words: NoticeWords): Say =>
  (key, values) =>
    words[key].replaceAll('{{name}}', () => values?.name ?? '');
