import type { OfficialRoute } from '#contract/chat/official.ts';
import { tidOfUid, uidOfLocal } from '#contract/ids.ts';
import { CALL_PAGE, FRIEND_REQUESTS, MESSAGES, TASKS } from '#contract/paths.ts';
import { paymentDocument } from '#contract/payments/paths.ts';

/** Path of the wall, the grid of hosts. Reached from the main navigation. */
export const WALL = '/goddess';
/** Path of the popup that lists the hosts who take silver calls. */
export const SILVER = '/silveranchor';
/** Path of the silver club: silver balance, remaining silver calls and the silver ledger. */
export const CLUB = '/club';
/** Path of the feed that shows one host at a time. The random match is `RANDOM_MATCH`. */
export const MATCH_FEED = '/match';
/** Path of the random match (lobby, search and proposal), linked from the feed and from the screen after a call. */
export const RANDOM_MATCH = '/match?now';
/** Path of the signed-in user's own page: identity, balances and links to all account pages. */
export const OWN_HOME = '/personalhome';
/** Path of the page of hosts: the application, price, availability, earnings and payouts. */
export const HOSTING = '/host';
/** Path of the form in which users edit their own profile. */
export const EDIT_PROFILE = '/editprofile';
/** Path of the settings of account, appearance, privacy, notifications and chat. */
export const SETTINGS = '/settings';
/** Path of the choice of the interface language. */
export const LANGUAGE_SETTINGS = '/languagesettings';
/** Path of the settings that clear conversations on this device or limit how long it stores messages. */
export const DELETE_MESSAGES = '/deletemessagesettings';
/** Path of the settings of who may write, read receipts, last seen and blocked people. It exists only in brands with `messageSetup`. */
export const MESSAGE_SETUP = '/messageSetup';
/** Path of the page about local data: storage use, pending changes and the diagnostic file. */
export const DEVICE = '/device';
/** Path of the security settings: password and recovery, passkeys, sessions, device transfer and data export. */
export const SECURITY = '/security';
/** Path of the list of users whom the signed-in user has blocked. */
export const BLOCKED = '/blocked';
/** Path of the page that requests the deletion of the account. */
export const DELETE_ACCOUNT = '/delete-account';
/** Path of purchases, gem and silver ledgers, saved cards and spending limits. */
export const PAYMENT_HISTORY = '/paymenthistory';
/** Path of the page with the product's domains and a check whether the server is reachable. */
export const DOMAIN = '/domain';
/** Public path of the preflight, which checks devices and network for video calls (product 2.1). */
export const PREFLIGHT = '/test';

/** Path that signed-in users get for `/`, and after a login without a requested page. */
export const HOME = WALL;

/**
 * Returns the path and the key of the label for the button of a card from the team; undefined for routes without a page, such as
 * `rules` and `store`, which the card handles itself.
 */
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

/** Returns whether a card from the team gets a button: its route is `rules`, `store` or has a path in `pathOfRoute`. */
export const leadsSomewhere = (route: OfficialRoute | undefined): route is OfficialRoute =>
  route !== undefined && (route === 'rules' || route === 'store' || pathOfRoute(route) !== undefined);

/** Returns the tid for the parameter of a conversation's URL: a peer's uid in decimal digits, else a percent-encoded tid. */
export function threadOfParam(param: string): string {
  if (/^[1-9]\d{0,14}$/.test(param)) return tidOfUid(Number(param));
  try {
    return decodeURIComponent(param);
  } catch {
    // Malformed percent-encoding: there is no such conversation.
    return param;
  }
}
/** Returns the uid of the peer of a conversation; undefined when the peer is not a person, for example for the team. */
export const uidOfThread = uidOfLocal;

/** Path of the full-screen player of a person's clips, without its parameters; links use `clipsPath`. */
export const CLIPS = '/videoview';
/** Returns the path of the full-screen player of a person's clips. `at`: index of the first clip shown. */
export const clipsPath = (uid: number, at: number) => `${CLIPS}?uid=${uid}&at=${at}`;
/** Prefix of the paths of the page of a call; the peer's JID follows. */
export const VIDEO_PAGE = '/video/';
/** Returns the path of the page of a call that already rings or runs. `jid`: the peer. */
export const videoPath = (jid: string) => `${VIDEO_PAGE}${encodeURIComponent(jid)}`;
/** Returns the uid of the peer that a path of `videoPath` names: by JID, local name or uid; undefined for anything else. */
export function uidOfPeer(param: string): number | undefined {
  const [local = ''] = threadOfParam(param).split('@');
  return uidOfThread(local);
}
/** Returns whether a path is the page that dials (`callPath`). */
export const isCallPage = (path: string): boolean => path.startsWith(CALL_PAGE);
/** Returns whether a path is the page of a ringing or running call (`videoPath`); false for the clip player. */
export const isVideo = (path: string): boolean => path.startsWith(VIDEO_PAGE);

/** On a small screen these routes leave the message panel open below them; other routes close it (product 2.2). */
const OVER_THE_PANEL = ['/video', FRIEND_REQUESTS, PAYMENT_HISTORY];

/** Returns whether a path is the conversation list or one conversation. */
export const isMessages = (path: string): boolean => path === MESSAGES || path.startsWith(`${MESSAGES}/`);
/** Returns whether the message panel of a small screen stays open below this route; every other route closes it. */
export const isOverPanel = (path: string): boolean => OVER_THE_PANEL.some((part) => path.includes(part));

/** Returns whether a path is a payment page, which has response headers of its own and starts no chat connection (product 2.2). */
export const isPayment = (path: string): boolean => paymentDocument(path) !== undefined;
