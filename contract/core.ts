import type { SettingsChange } from './account/settings.ts';
import type { CallCommands } from './calls/commands.ts';
import type { ListName, ProfileChange, RelationAction, ReportReason } from './people/people.ts';
import type { Result } from './result.ts';

/**
 * What a page may ask of the core (law 1). A command resolves when its change is durable, not when it is delivered
 * (law 3). Everything a page draws it reads from Dexie. No callbacks, so that the same contract works over a
 * MessagePort, a dedicated worker and a BroadcastChannel.
 */
export type CoreApi = CallCommands & {
  /** Signs in (product 4.5). A guest is known by the device's own secret, which the core keeps. */
  signIn(way: SignIn): Promise<Result<{ readonly uid: number }>>;
  /** Ends the session, wipes databases, caches and the push subscription; works offline too. */
  signOut(): Promise<Result<null>>;
  /** Opens (makes, if needed) the conversation with a user. */
  openThread(uid: number, nickName: string): Promise<Result<{ readonly tid: string }>>;
  /** Which conversation this tab shows and looks at, or null. Messages arriving in it count as read (product 4.3). */
  watchThread(tabId: string, tid: string | null): Promise<Result<null>>;
  /** `id` is the stanza id, 21 characters of `A-Za-z0-9_-`: asking twice with the same one sends one message. */
  sendText(tid: string, body: string, id: string): Promise<Result<{ readonly mid: string }>>;
  /** Sends a message in state `error` again, under the same stanza id. */
  retryMessage(mid: string): Promise<Result<null>>;
  /** Removes a message in state `error`. */
  discardMessage(mid: string): Promise<Result<null>>;
  saveDraft(tid: string, text: string): Promise<Result<null>>;
  /** Fetches the first page of a list into `app.lists` and `app.people`, or with `more` the page after the last. */
  refreshList(name: ListName, more: boolean): Promise<Result<null>>;
  /** Fetches what a profile shows: card, counters, price, relation. Kept in `app.cards`. */
  refreshCard(uid: number): Promise<Result<null>>;
  /** Which people this tab shows now: their presence is kept live in `notice.onlineUsers`. At most 200. */
  watchPeople(tabId: string, uids: readonly number[]): Promise<Result<null>>;
  /** Shown at once and durable; sent when the server can be reached, and undone when it refuses. */
  changeRelation(uid: number, action: RelationAction): Promise<Result<null>>;
  changeFavourite(uid: number, favourite: boolean): Promise<Result<null>>;
  /** The swipe feed: a skipped card does not come back for a day, unless it is taken back. */
  skipPerson(uid: number, skipped: boolean): Promise<Result<null>>;
  report(uid: number, reason: ReportReason, note: string): Promise<Result<null>>;
  /** Fetches website config and maintenance status (product 7.5). */
  refreshConfig(): Promise<Result<null>>;
  /** Changes the own profile at once; the change is sent when the server can be reached. */
  updateProfile(change: ProfileChange): Promise<Result<null>>;
  changeSettings(change: SettingsChange): Promise<Result<null>>;
  /** Keeps the file and sends it to the upload host when it can be reached; progress is in `app.uploads`. */
  upload(id: string, purpose: UploadPurpose, file: PageFile): Promise<Result<null>>;
  /** Ends and forgets an upload, or clears a finished one away. */
  dropUpload(id: string): Promise<Result<null>>;
  /** Removes messages from this device: of one conversation, or of all. */
  clearMessages(tid: string | null): Promise<Result<null>>;
  /** The page's surroundings changed: try the connection at once (product 4.4). */
  wake(why: 'online' | 'visible' | 'asked'): Promise<Result<null>>;
  /** What the page alone can know and the API wants (product 7.1). */
  describeDevice(device: PageDevice): Promise<Result<null>>;
};

export type SignIn =
  | { readonly way: 'guest' }
  | { readonly way: 'password'; readonly uid: number; readonly passwd: string }
  | { readonly way: 'google'; readonly credential: string; readonly nonce: string };

/** A Blob, as a room without the web's types can name it. */
export type PageFile = { readonly size: number; readonly type: string };

/** Where a finished upload goes in the own profile. */
export type UploadPurpose = 'avatar' | 'album' | 'video';

export type PageDevice = {
  readonly language: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
};

/** Chat connection (product 4.4). Drawn from `app.connection`. */
export const CONNECTION_STATES = [
  'connecting',
  'connected',
  'auth-fail',
  'error',
  'conn-fail',
  'conn-timeout',
  'attach-fail',
  'disconnected',
] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Names of the channels and locks that tabs and workers of one profile share (laws 8 to 10). */
export const CORE_LOCK = 'core';
export const CORE_CHANNEL = 'core';
export const tabLock = (tabId: string) => `tab:${tabId}`;
export const coreInstanceLock = (instanceId: string) => `core:${instanceId}`;
/** Held by the core that leads, beside `core`, so that others see how old it is, even when it does not answer. */
const BUILD_LOCK = 'core-build:';
export const coreBuildLock = (build: number, instanceId: string) => `${BUILD_LOCK}${build}:${instanceId}`;
/** The build in such a name; undefined for any other lock. */
export const buildOfLock = (name: string): number | undefined =>
  name.startsWith(BUILD_LOCK) ? Number.parseInt(name.slice(BUILD_LOCK.length), 10) : undefined;
/** Held by a core that must step down and waits for the end of its call. */
export const CALL_LOCK = 'core-call';
