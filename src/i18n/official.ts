import i18next from 'i18next';
import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from '#contract/chat/rules.ts';

/** The core stores keys for the team's messages, so that their text changes with the language. */
const KEYS = {
  'i18n:official.welcome': 'official:welcome',
} as const;

const isKey = (body: string): body is keyof typeof KEYS => Object.hasOwn(KEYS, body);

/** Only the local official conversation may contain keys: text of all other senders is shown unchanged. */
export const wordsOf = (tid: string, body: string): string =>
  tid === LOCAL_OFFICIAL_TID && isKey(body) ? i18next.t(KEYS[body]) : body;

/** Messages of the team: greetings of the device itself, and those of the official service. Only the latter can be answered. */
export const isTeam = (tid: string): boolean => tid === LOCAL_OFFICIAL_TID || tid === OFFICIAL_TID;

export const nameOf = (tid: string, nickName: string): string => (isTeam(tid) ? i18next.t('official:name') : nickName);
