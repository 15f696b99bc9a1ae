import type { AskedKind } from '#contract/calls/calls.ts';
import type { OfficialRoute } from '#contract/chat/official.ts';
import { tidOfUid, uidOfLocal } from '#contract/ids.ts';
import { paymentDocument } from '#contract/payments/paths.ts';

export const WALL = '/goddess';
export const SILVER = '/silveranchor';
export const TASKS = '/task';
export const CLUB = '/club';
export const MATCH = '/match';
/** The room where chance brings two together, over the feed. */
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

/** Where a signed-in person starts. */
export const HOME = WALL;

/** Where the button of a card of the official service leads, and which words it has; undefined where there is no such page. */
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

/** Whether a card has a button. */
export const leadsSomewhere = (route: OfficialRoute | undefined): route is OfficialRoute =>
  route !== undefined && (route === 'rules' || route === 'store' || pathOfRoute(route) !== undefined);

export const threadPath = (tid: string) => `${MESSAGES}/${encodeURIComponent(tid)}`;

/** What may stand where a conversation's address has its tid: the tid, or only the number of who it is with. */
export function threadOfParam(param: string): string {
  if (/^[1-9]\d{0,14}$/.test(param)) return tidOfUid(Number(param));
  try {
    return decodeURIComponent(param);
  } catch {
    // No way of writing anything: there is no such conversation.
    return param;
  }
}
/** Whom a conversation is with; undefined for one that is with no person. */
export const uidOfThread = uidOfLocal;
export const PROFILE = '/anchorprofile';
export const profilePath = (uid: number) => `${PROFILE}?uid=${uid}`;

/** The full page that dials; `from` is the screen's name for the hub and tracking. */
export const CALL_PAGE = '/call/';
export const callPath = (uid: number, from: string, kind: AskedKind = 'paid') =>
  `${CALL_PAGE}${uid}?from=${from}${kind === 'silver' ? '&kind=silver' : ''}`;
/** Somebody's clips over the whole screen, from the one at this place. */
export const clipsPath = (uid: number, at: number) => `/videoview?uid=${uid}&at=${at}`;
export const videoPath = (jid: string) => `/video/${encodeURIComponent(jid)}`;
export const isCallPage = (path: string): boolean => path.startsWith(CALL_PAGE);
export const isVideo = (path: string): boolean => path.startsWith('/video/');

/** On a small screen these leave the message panel open beneath them; every other route closes it (product 2.2). */
const OVER_THE_PANEL = ['/video', '/friendreq', '/paymenthistory'];

export const isMessages = (path: string): boolean => path === MESSAGES || path.startsWith(`${MESSAGES}/`);
export const keepsPanel = (path: string): boolean => OVER_THE_PANEL.some((part) => path.includes(part));

/** On these the chat connection is not started: a card form needs nothing of it (product 2.2). */
export const isPayment = (path: string): boolean => paymentDocument(path) !== undefined;
