import i18next from 'i18next';
import { LOCAL_OFFICIAL_TID, OFFICIAL_TID } from '#contract/chat/rules.ts';

/** The core writes keys where the team speaks, so that its words change with the language. */
const KEYS = {
  'i18n:official.welcome': 'official:welcome',
} as const;

const isKey = (body: string): body is keyof typeof KEYS => Object.hasOwn(KEYS, body);

/** Only the local official conversation may speak in keys: anybody else's text stays as it was written. */
export const wordsOf = (tid: string, body: string): string =>
  tid === LOCAL_OFFICIAL_TID && isKey(body) ? i18next.t(KEYS[body]) : body;

/** What the team says: greetings of the device itself, and what the official service sends. Nobody reads answers to either. */
export const isTeam = (tid: string): boolean => tid === LOCAL_OFFICIAL_TID || tid === OFFICIAL_TID;

export const nameOf = (tid: string, nickName: string): string => (isTeam(tid) ? i18next.t('official:name') : nickName);
