import type { AskedKind } from './calls/calls.ts';

/**
 * Paths of pages that notifications, pushes, shares and the server open, and the pages that the build prerenders. Paths of payments are in
 * `payments/paths.ts`, the others in `src/paths.ts`.
 */

/** Path of the landing page, shown to visitors who are not signed in. */
export const LANDING = '/onlinevideochat';

/** Path of the popup with all login methods. Pages that need a session redirect to it. */
export const LOGIN = '/login';
/** Path of the login popup with the form for user id and password. Linked from the landing page. */
export const PASSWORD_LOGIN = '/userpassword';
/** Public path of the page with the installation steps of the app. */
export const DOWNLOAD = '/download';

/** Path of the conversation list. `threadPath` is one conversation. */
export const MESSAGES = '/message';
/** Returns the path of a conversation, for links and navigation. */
export const threadPath = (tid: string) => `${MESSAGES}/${encodeURIComponent(tid)}`;

/** Path of the relation lists: friend requests, friends, likes and favourites; the `tab` parameter selects one. */
export const FRIEND_REQUESTS = '/friendreq';
/** Path of the in-app notification list. */
export const NOTICES = '/notices';
/** Path of the daily check-in and the tasks that earn silver. */
export const TASKS = '/task';

/** Path of a person's profile without its `uid` parameter; links use `profilePath`. */
export const PROFILE = '/anchorprofile';
/** Returns the path of a person's profile, for links and navigation. */
export const profilePath = (uid: number) => `${PROFILE}?uid=${uid}`;

/** Path of the past and booked calls. */
export const CALL_RECORDS = '/callrecord';

/** Prefix of the paths of the page that dials; the peer's uid follows. */
export const CALL_PAGE = '/call/';
/** Returns the path of the page that dials a person. `from`: name of the screen with the link, reported to the hub and analytics. */
export const callPath = (uid: number, from: string, kind: AskedKind = 'paid') =>
  `${CALL_PAGE}${uid}?from=${from}${kind === 'silver' ? '&kind=silver' : ''}`;

/** Part of a prerendered page that depends on the server's configuration. */
export type PageVariantPart = 'google' | 'recovery' | 'demo' | 'stores';

type PageRow = {
  readonly path: string;
  /** Parts that only some servers add to the page: the build writes a document for each combination; the server sends the one that fits. */
  readonly parts: readonly PageVariantPart[];
  /** Parts that the build does not know: a server that has one sends the app's document in place of the page. */
  readonly unless: readonly PageVariantPart[];
};

/** The pages that the build renders to HTML in each language, for visitors who are here for the first time. */
export const PRERENDERED = {
  landing: { path: LANDING, parts: [], unless: [] },
  login: { path: LOGIN, parts: ['google'], unless: [] },
  password: { path: PASSWORD_LOGIN, parts: ['recovery', 'demo'], unless: [] },
  // The addresses of the app stores are those of the server.
  download: { path: DOWNLOAD, parts: [], unless: ['stores'] },
} as const satisfies Record<string, PageRow>;

/** Name of a prerendered page. */
export type PrerenderedPage = keyof typeof PRERENDERED;

/** The names of all prerendered pages. */
export const PRERENDERED_PAGES = Object.keys(PRERENDERED) as readonly PrerenderedPage[];

/**
 * Returns the file of a prerendered page in one language with these parts, relative to the build. Parts that the page does not have are
 * ignored.
 */
export function prerenderedFile(page: PrerenderedPage, language: string, has: ReadonlySet<PageVariantPart>): string {
  const { parts }: PageRow = PRERENDERED[page];
  return `prerendered/${[page, ...parts.filter((part) => has.has(part)), language].join('.')}.html`;
}

/** Returns whether a server with these parts sends the page as the build has rendered it. */
export function isPrerenderedWith(page: PrerenderedPage, has: ReadonlySet<PageVariantPart>): boolean {
  const { unless }: PageRow = PRERENDERED[page];
  return !unless.some((part) => has.has(part));
}
