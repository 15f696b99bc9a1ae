import { config as brand } from '#brand/config.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { localOfUid, midOf } from '#contract/ids.ts';
import { createTranslate, type NoticeVoice, type NoticeWords } from '#contract/notices/texts.ts';
import type { PushPayload } from '#contract/push/payload.ts';
import { isolate, isolateValue } from '../../src/i18n/isolate.ts';
import { chooseLanguage, directionOf, formatLocaleOf } from '../../src/i18n/languages.ts';
import { readNewestIncoming } from '../db/reads/messages.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';

/** The texts of notifications, by language. */
export type AllWords = Readonly<Record<string, NoticeWords>>;

type Databases = { readonly app: AppDb; readonly chat: ChatDb };

/** The reader's languages, the most wanted first (`navigator.languages`), and the texts of all. */
type Locales = { readonly app: AppDb; readonly words: AllWords; readonly languages: readonly string[] };

/**
 * Returns the texts and formats of the language chosen on this device, as on its pages; the browser's language when none was chosen or
 * the database cannot be read.
 */
export async function readLocale({ app, words, languages }: Locales): Promise<NoticeVoice> {
  const row = await app.state.get('device').catch(() => undefined);
  const language = chooseLanguage(row?.key === 'device' ? row.language : null, languages);
  const own = words[language];
  if (!own) throw new TypeError(`There are no words in ${language}`);
  const dir = directionOf(language);
  const lang = formatLocaleOf(language, languages);
  const numbers = new Intl.NumberFormat(lang);
  const toText = (value: string | number) =>
    typeof value === 'number' ? numbers.format(value) : isolateValue(value, dir, brand.name);
  return { say: createTranslate(own, toText), isolate: (text) => isolate(text, dir), lang, dir };
}

/** Returns the display name of the user whom a push is about, as far as this device knows it; else empty. */
export async function readName(
  { app, chat }: Databases,
  about: { tid?: string | undefined; uid?: number | undefined },
  voice: NoticeVoice,
) {
  const { tid, uid } = about;
  if (tid === OFFICIAL_TID) return voice.say('team', { name: brand.name });
  const thread = tid === undefined ? undefined : await chat.threads.where('tid').equals(tid).first();
  if (thread?.linkedUser.nickName) return thread.linkedUser.nickName;
  if (uid === undefined) return '';
  const [person, user] = await Promise.all([app.people.get(uid), chat.users.get(uid)]);
  return person?.nickName || user?.nickName || '';
}

/**
 * Returns the preview of the newest incoming message of the conversation once the message of the push is stored; undefined before. The last
 * message of the conversation may be an own one that waits to be sent.
 */
export async function readFacts(chat: ChatDb, { t, i, k }: PushPayload): Promise<PreviewFacts | undefined> {
  const tid = t ?? (k === 'official' ? OFFICIAL_TID : undefined);
  if (tid === undefined) return undefined;
  // A service also writes into the conversations of peers.
  const mids = [midOf(tid, i), midOf('gift', i), midOf(localOfUid(1), i)];
  const isHere = (await chat.messages.where('mid').anyOf(mids).count()) > 0;
  const thread = isHere ? await chat.threads.where('tid').equals(tid).first() : undefined;
  return thread && (await readNewestIncoming(thread, chat))?.facts;
}
