import i18next from 'i18next';
import { previewOf } from '#contract/chat/lines.ts';
import { isTeam, LOCAL_OFFICIAL_TID } from '#contract/chat/rules.ts';
import type { ThreadRow } from '#db/schema.ts';
import { currentLanguage, currentLocale } from './i18n.ts';

/** Translation keys of local official messages. The core stores keys, so that the text changes with the language. */
const KEYS = {
  'i18n:official.welcome': 'official:welcome',
} as const;

/**
 * Returns the title of an official card if its namespace is loaded already; it is not fetched for one row of the
 * list. Rows of earlier builds have no key.
 */
function titleOf(facts: ThreadRow['lastFacts']): string | undefined {
  if (facts?.kind !== 'official_message' || facts.body !== '') return undefined;
  if (!i18next.hasResourceBundle(currentLanguage(), 'kinds')) return undefined;
  const isKnown = i18next.exists(`kinds:card.${facts.key}.title`);
  return isKnown ? i18next.getFixedT(null, 'kinds')(`card.${facts.key}.title`) : undefined;
}

/** Returns the last message of a conversation as one line of text, for the conversation list; empty without a message. */
export function lineOfThread({ tid, lastFacts }: Pick<ThreadRow, 'tid' | 'lastFacts'>): string {
  if (!lastFacts) return '';
  const said = previewOf(lastFacts, (key, values) => i18next.t(`push:${key}`, { ...values }), currentLocale());
  return titleOf(lastFacts) ?? wordsOf(tid, said);
}

const isKey = (body: string): body is keyof typeof KEYS => Object.hasOwn(KEYS, body);

/**
 * Returns the text of a message body in the current language. Only the local official conversation may contain translation keys;
 * text of other senders is returned unchanged.
 */
export const wordsOf = (tid: string, body: string): string =>
  tid === LOCAL_OFFICIAL_TID && isKey(body) ? i18next.t(KEYS[body]) : body;

export { isTeam };

/** Returns the shown name of a conversation: the translated name of the team, else the nickname. */
export const nameOf = (tid: string, nickName: string): string => (isTeam(tid) ? i18next.t('official:name') : nickName);
