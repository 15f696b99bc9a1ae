import { config as brand } from '#brand/config.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { localOfUid, midOf } from '#contract/ids.ts';
import { createTranslate, type NoticeWords } from '#contract/notices/texts.ts';
import type { PushPayload } from '#contract/push/payload.ts';

import { readNewestIncoming } from '../db/reads/messages.ts';
import type { AppDb, ChatDb } from '../db/schema.ts';
import type { NoticeVoice } from './notice.ts';

/** The texts of notifications, by language. */
export type AllWords = Readonly<Record<string, NoticeWords>>;

type Databases = { readonly app: AppDb; readonly chat: ChatDb };

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he']);

/**
 * Returns the texts and text direction of the language chosen on this device; English when none was chosen or the
 * database cannot be read.
 */
export async function readLocale(app: AppDb, words: AllWords): Promise<NoticeVoice> {
  const row = await app.state.get('device').catch(() => undefined);
  const chosen = row?.key === 'device' ? row.language : 'en';
  const language = Object.hasOwn(words, chosen) ? chosen : 'en';
  const own = words[language];
  if (!own) throw new TypeError('There are no words at all');
  return {
    say: createTranslate(own),
    lang: language === 'zh' ? 'zh-Hant' : language,
    dir: RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr',
  };
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
