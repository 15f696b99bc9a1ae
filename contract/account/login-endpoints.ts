import { boolean, maxLength, minLength, number, object, optional, picklist, pipe, string } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { jid, uid } from '../api/envelope.ts';
import { componentInfo, silverInfoConf } from '../api/shapes.ts';
import { externalIdOrEmpty } from '../external-id.ts';
import { shownText } from '../text/typed-text.ts';
import { PASSWORD_SENT_MAX_CHARS } from './rules.ts';

/** Schema of the session token in the answer of a login; the client reports an empty one as 'invalid token' (product 5.1). */
const token = optional(pipe(string(), maxLength(128)), '');
/** True: cancels the pending deletion of the account, if there is one; without it such a login is refused (403 `closing`). */
const restore = optional(boolean(), false);
const userInfo = object({ jid, id: uid, role: number(), vcToken: token, nickName: shownText });
/** Schema of the answer of every login: user, token, whether the profile is complete, and the addresses of the services. */
export const loginAnswer = object({ userInfo, completeUserInfoCheck: boolean(), componentInfo });

/** Endpoints for login and logout, and for data that anonymous requests may read (product 7.3). */
export const loginRows = {
  login: {
    path: '/api/login_service/login',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({
      /** Guest: the device's own secret of at least 128 bits. Google: empty. */
      openId: externalIdOrEmpty,
      token: optional(pipe(string(), maxLength(4096)), ''),
      channel: picklist(['guest', 'google']),
      /** Google's ID token (a JWT). */
      credential: optional(pipe(string(), maxLength(8192)), ''),
      /** Google: a secret of the page. Its SHA-256 in hexadecimal was sent to Google as `nonce`; the ID token contains it. */
      nonce: optional(pipe(string(), maxLength(128)), ''),
      restore,
    }),
    output: loginAnswer,
  },
  userPwdLogin: {
    path: '/api/login_service/user_pwd_login',
    access: 'public',
    effect: 'change',
    delivery: 'now',
    replay: 'sealed',
    input: object({ uid, passwd: pipe(string(), minLength(1), maxLength(PASSWORD_SENT_MAX_CHARS)), restore }),
    output: loginAnswer,
  },
  logout: {
    path: '/api/login_service/logout',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'queued',
    replay: 'saved',
    input: object({}),
    output: object({}),
  },
  websiteConfig: {
    path: '/api/login_service/get_website_config',
    access: 'public',
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({
      appDownloadInfo: object({ iosUrl: string(), androidUrl: string() }),
      /** Empty if the server has no Google client id; the login page then shows no Google button. */
      googleClientId: string(),
      /** True if the demo data is loaded; the login page then shows the demo account. */
      demo: boolean(),
      /** True if other machines can reach the demo; pages then label it as a demo. */
      publicDemo: optional(boolean()),
      /** True: the server can send e-mail, so that accounts can be recovered by it. */
      recovery: optional(boolean()),
      /** VAPID public key for push subscriptions; '' if push is disabled. */
      pushKey: optional(string(), ''),
      /** True: the operator paused analytics. */
      measurePaused: optional(boolean()),
      /** True: the operator disabled the service worker (docs/operating.md). */
      workerOff: optional(boolean()),
      silverInfoConf,
    }),
  },
  maintenanceStatus: {
    path: '/api/system_maintenance/maintenance_status',
    access: 'public',
    effect: 'read',
    delivery: 'now',
    input: object({}),
    output: object({ maintananceStatus: number() }),
  },
} as const satisfies EndpointTable;
