import type { AskedKind } from '#contract/calls/calls.ts';
import type { OfficialRoute } from '#contract/chat/official.ts';
import { tidOfUid, uidOfLocal } from '#contract/ids.ts';
import { paymentDocument } from '#contract/payments/paths.ts';

export const WALL = '/goddess';
export const SILVER = '/silveranchor';
export const TASKS = '/task';
export const CLUB = '/club';
export const MATCH = '/match';
/** The feed with the random match room opened over it. */
export const MATCH_NOW = '/match?now';
export const MESSAGES = '/message';
export const LOGIN = '/login';
export const PASSWORD_LOGIN = '/userpassword';
export const LANDING = '/onlinevideochat';
export const FRIEND_REQUESTS = '/friendreq';
export const OWN_HOME = '/personalhome';
export const EDIT_PROFILE = '/editprofile';
export const SETTINGS = '/settings';
export const LANGUAGE_SETTINGS = '/languagesettings';
export const DELETE_MESSAGES = '/deletemessagesettings';
export const MESSAGE_SETUP = '/messageSetup';
export const DEVICE = '/device';
export const NOTICES = '/notices';
export const SECURITY = '/security';
export const BLOCKED = '/blocked';
export const DELETE_ACCOUNT = '/delete-account';
export const PAYMENT_HISTORY = '/paymenthistory';
export const DOWNLOAD = '/download';
export const DOMAIN = '/domain';
/** The preflight of a video call (product 2.1). */
export const PREFLIGHT = '/test';

export const CALL_RECORDS = '/callrecord';

/** Start page of signed-in users. */
export const HOME = WALL;

/** Returns the target and label of the button of an official card; undefined when the app has no such page. */
export function pathOfRoute(
  route: OfficialRoute,
):
  | { readonly path: string; readonly words: 'goddess' | 'profile' | 'story' | 'task' | 'club' | 'paymenthistory' }
  | undefined {
  switch (route) {
    case 'goddess':
    case 'story':
      return { path: WALL, words: route };
    case 'paymenthistory':
      return { path: PAYMENT_HISTORY, words: route };
    case 'profile':
      return { path: OWN_HOME, words: route };
    case 'task':
      return { path: TASKS, words: route };
    case 'club':
      return { path: CLUB, words: route };
    default:
      return undefined;
  }
}

/** Returns whether a card has a button. */
export const leadsSomewhere = (route: OfficialRoute | undefined): route is OfficialRoute =>
  route !== undefined && (route === 'rules' || route === 'store' || pathOfRoute(route) !== undefined);

export const threadPath = (tid: string) => `${MESSAGES}/${encodeURIComponent(tid)}`;

/** Returns the tid for the parameter of a conversation's path: a tid, or just the peer's uid. */
export function threadOfParam(param: string): string {
  if (/^[1-9]\d{0,14}$/.test(param)) return tidOfUid(Number(param));
  try {
    return decodeURIComponent(param);
  } catch {
    // Malformed percent-encoding: there is no such conversation.
    return param;
  }
}
/** Returns the peer of a conversation; undefined when it is not with a person. */
export const uidOfThread = uidOfLocal;
export const PROFILE = '/anchorprofile';
export const profilePath = (uid: number) => `${PROFILE}?uid=${uid}`;

/** Path of the page that dials. `from`: name of the screen, for the hub and analytics. */
export const CALL_PAGE = '/call/';
export const callPath = (uid: number, from: string, kind: AskedKind = 'paid') =>
  `${CALL_PAGE}${uid}?from=${from}${kind === 'silver' ? '&kind=silver' : ''}`;
/** Returns the path of a person's clips in full screen, starting at an index. */
export const clipsPath = (uid: number, at: number) => `/videoview?uid=${uid}&at=${at}`;
export const videoPath = (jid: string) => `/video/${encodeURIComponent(jid)}`;
export const isCallPage = (path: string): boolean => path.startsWith(CALL_PAGE);
export const isVideo = (path: string): boolean => path.startsWith('/video/');

/** On a small screen these routes leave the message panel open below them; other routes close it (product 2.2). */
const OVER_THE_PANEL = ['/video', '/friendreq', '/paymenthistory'];

export const isMessages = (path: string): boolean => path === MESSAGES || path.startsWith(`${MESSAGES}/`);
export const isOverPanel = (path: string): boolean => OVER_THE_PANEL.some((part) => path.includes(part));

/** Returns whether the route is a payment page, on which no chat connection is started (product 2.2). */
export const isPayment = (path: string): boolean => paymentDocument(path) !== undefined;
