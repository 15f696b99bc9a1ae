import { DEFAULT_SETTINGS } from '../../../contract/account/default-settings.ts';
import { ROLE_ANCHOR, ROLE_USER } from '../../../contract/account/rules.ts';
import type { AppRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW, type Rows } from '../app/gallery.ts';
import { MESSAGES, THREADS } from './chat.ts';
import { cardOf, LISTS, mediaOf, ONLINE, PEOPLE, relationTo, UIDS } from './people.ts';

/** The user of the screens. No screen depends on the last three digits of this number. */
export const OWN = 264_457_900;
export const OWN_JID = `u_${OWN}@localhost`;

type RowOf<K extends AppRow['key']> = Extract<AppRow, { key: K }>;

export const SESSION: RowOf<'session'> = {
  key: 'session',
  uid: OWN,
  jid: OWN_JID,
  role: ROLE_USER,
  vcToken: 'gallery',
  nickName: 'Robin',
  services: {
    domain: 'localhost',
    hub: 'hub.localhost',
    gift: 'gift.localhost',
    official: 'official.localhost',
    gate: 'gate.localhost',
  },
  status: 'active',
};
export const CONNECTED: RowOf<'connection'> = {
  key: 'connection',
  state: 'connected',
  since: GALLERY_NOW,
  online: true,
  nextTryAt: 0,
};
export const CONFIG: RowOf<'config'> = {
  key: 'config',
  googleClientId: '',
  demo: true,
  maintenance: false,
  stores: { iosUrl: '', androidUrl: '' },
};
export const PROFILE: RowOf<'profile'> = {
  key: 'profile',
  nickName: 'Robin',
  avatarUrl: mediaOf(9_012, 1),
  about: 'Maps, mountains and a little too much coffee.',
  gender: 'other',
  bDay: '1996-02-29',
  country: 'DE',
  lang: 'de',
  tel: '',
  email: '',
  address: '',
  albums: [mediaOf(9_012, 2), mediaOf(9_012, 3)],
  videos: [{ thumbnail: mediaOf(9_011, 1), videoUrl: mediaOf(9_011, 4), checksum: 'c' }],
};
export const SETTINGS: RowOf<'settings'> = { key: 'settings', ...DEFAULT_SETTINGS };
export const ACCOUNT: RowOf<'account'> = {
  key: 'account',
  gemsBalance: 12_345,
  paid: true,
  silverBalance: 240,
  silverSpent: 60,
};
export const ALLOWANCES: RowOf<'allowances'> = {
  key: 'allowances',
  first: { total: 1, remaining: 1, seconds: 60 },
  free: { times: 1, seconds: 60, rechargeReminderSeconds: 20, matchToFlashSeconds: 15, fairStartSeconds: 20 },
  silver: { times: 3, seconds: 60 },
};
const SITE: RowOf<'site'> = {
  key: 'site',
  common: { enableUserTaskEntrance: true, enablePaidUserFreeCall: true, enableCallback: true, enableLuckyBox: true },
  silver: { enableSilverClub: true, silverCallDuration: 60 },
};
const COUNTS: RowOf<'counts'> = {
  key: 'counts',
  friends: 3,
  likes: 3,
  likedMe: 4,
  favourites: 2,
  requests: 2,
  favouritesMax: 500,
};

/** Rows of a signed-out visitor. */
export const VISITOR: Rows = {
  state: [CONNECTED, CONFIG],
  people: PEOPLE,
  lists: LISTS,
  onlineUsers: ONLINE,
};

/** Rows of an account that has been used for a while: every screen has content. */
export const ACCOUNT_ROWS: Rows = {
  state: [SESSION, CONNECTED, CONFIG, PROFILE, SETTINGS, ACCOUNT, ALLOWANCES, SITE, COUNTS],
  people: PEOPLE,
  lists: LISTS,
  cards: UIDS.map(cardOf),
  relations: [
    relationTo(9_001, { friend: true, liked: true }),
    relationTo(9_002, { friend: true, favourite: true }),
    relationTo(9_003, { requested: true }),
    relationTo(9_004, { requestedMe: true }),
    relationTo(9_005, { requestedMe: true, likesMe: true }),
  ],
  onlineUsers: ONLINE,
  threads: THREADS,
  messages: MESSAGES,
};

/** Rows of a new account. */
export const EMPTY_ROWS: Rows = { state: ACCOUNT_ROWS.state ?? [] };

/** The same rows with changes: a given table replaces the whole table, given state rows replace those with the same key. */
export function withRows(base: Rows, change: Rows): Rows {
  const changed = new Map((base.state ?? []).map((row) => [row.key, row]));
  for (const row of change.state ?? []) changed.set(row.key, row);
  return { ...base, ...change, state: [...changed.values()] };
}

export const HOST_SESSION: RowOf<'session'> = { ...SESSION, role: ROLE_ANCHOR };
