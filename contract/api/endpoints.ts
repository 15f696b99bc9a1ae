import {
  array,
  boolean,
  integer,
  literal,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  trim,
} from 'valibot';
import { NICK_MAX_GRAPHEMES } from '../rules.ts';
import type { EndpointTable } from './endpoint.ts';
import { jid, uid } from './envelope.ts';

const amount = pipe(number(), integer(), minValue(0));
const token = pipe(string(), minLength(32), maxLength(128));

/** Addresses of the XMPP services a client may trust (architecture, section 4). */
const componentInfo = object({ domain: string(), hub: string(), gift: string(), official: string(), gate: string() });

const userInfo = object({ jid, id: uid, role: number(), vcToken: token, nickName: string() });
const loginAnswer = object({ userInfo, completeUserInfoCheck: boolean(), componentInfo });

const presence = picklist(['online', 'busy', 'offline']);

/** Section 7: profile fields. Empty text means "not given"; bDay is YYYY-MM-DD. */
const profile = object({
  uid,
  nickName: string(),
  avatarUrl: string(),
  about: string(),
  gender: picklist(['', 'female', 'male', 'other']),
  bDay: string(),
  country: string(),
  lang: string(),
});
const date = pipe(string(), regex(/^(\d{4}-\d{2}-\d{2})?$/, 'bDay must be YYYY-MM-DD or empty'));

/** Section 6 of the architecture: anchor list item. */
const anchorItem = object({
  uid,
  jid,
  nickName: string(),
  avatarUrl: string(),
  country: string(),
  lang: string(),
  age: number(),
  about: string(),
  status: presence,
  /** Gems per started minute. */
  price: amount,
});

/** One row per path. A row means that the server answers it and the core calls it. */
export const endpoints = {
  login: {
    path: '/api/login_service/login',
    access: 'public',
    delivery: 'now',
    input: object({
      /** Guest: the device's own secret of at least 128 bits. Google: empty. */
      openId: pipe(string(), maxLength(128)),
      token: optional(pipe(string(), maxLength(4096)), ''),
      channel: picklist(['guest', 'google']),
      /** Google's ID token (a JWT). */
      credential: optional(pipe(string(), maxLength(8192)), ''),
    }),
    output: loginAnswer,
  },
  userPwdLogin: {
    path: '/api/login_service/user_pwd_login',
    access: 'public',
    delivery: 'now',
    input: object({ uid, passwd: pipe(string(), minLength(1), maxLength(256)) }),
    output: loginAnswer,
  },
  logout: {
    path: '/api/login_service/logout',
    access: 'user',
    delivery: 'queued',
    input: object({}),
    output: object({}),
  },
  websiteConfig: {
    path: '/api/login_service/get_website_config',
    access: 'public',
    delivery: 'now',
    input: object({}),
    output: object({
      appDownloadInfo: object({ iosUrl: string(), androidUrl: string() }),
      /** Empty where the server has no Google client id: then no such button is shown. */
      googleClientId: string(),
      /** Shown on the login page where the demo data is loaded. */
      demo: boolean(),
    }),
  },
  maintenanceStatus: {
    path: '/api/system_maintenance/maintenance_status',
    access: 'public',
    delivery: 'now',
    input: object({}),
    output: object({ maintananceStatus: number() }),
  },
  combineInfo: {
    path: '/api/account_service/combine_info',
    access: 'user',
    delivery: 'now',
    input: object({}),
    output: object({
      mainInfo: object({
        componentInfo,
        blockInfo: object({ blocked: array(uid) }),
        commonConfig: object({
          enableUserTaskEntrance: boolean(),
          enablePaidUserFreeCall: boolean(),
          enableCallback: boolean(),
          enableLuckyBox: boolean(),
        }),
      }),
      veegoInfo: object({ gemsBalance: amount, silverBalance: amount }),
    }),
  },
  account: {
    path: '/api/account_service/account',
    access: 'user',
    delivery: 'now',
    input: object({ action: literal(1) }),
    output: object({ gemsBalance: amount, paid: boolean(), silverBalance: amount, silverSpent: amount }),
  },
  profile: {
    path: '/api/common_service/get_manual_personal_info_v2',
    access: 'user',
    delivery: 'now',
    input: object({}),
    output: profile,
  },
  updateProfile: {
    path: '/api/common_service/update_manual_personal_info_v2',
    access: 'user',
    delivery: 'queued',
    input: object({
      nickName: optional(pipe(string(), trim(), minLength(1), maxLength(NICK_MAX_GRAPHEMES * 8))),
      about: optional(pipe(string(), maxLength(500))),
      gender: optional(picklist(['', 'female', 'male', 'other'])),
      bDay: optional(date),
      country: optional(pipe(string(), regex(/^([A-Z]{2})?$/, 'country must be two capital letters or empty'))),
      lang: optional(pipe(string(), regex(/^([a-z]{2})?$/, 'lang must be two small letters or empty'))),
    }),
    output: profile,
  },
  onlineStatus: {
    path: '/api/common_service/multi_online_status',
    access: 'user',
    delivery: 'now',
    input: object({ targetJid: pipe(array(jid), maxLength(200)) }),
    output: object({ onlineStatus: array(object({ jid, status: presence })) }),
  },
  hotAnchors: {
    path: '/api/anchorlist_services/anchor_list_hot',
    access: 'user',
    delivery: 'now',
    input: object({
      /** Where the last page ended; empty for the first. */
      cursor: optional(pipe(string(), maxLength(64)), ''),
      limit: optional(pipe(number(), integer(), minValue(1)), 40),
    }),
    output: object({ anchors: array(anchorItem), nextCursor: string() }),
  },
} as const satisfies EndpointTable;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
