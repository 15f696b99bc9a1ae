import type { CommandsOf, UserActionName } from './command.ts';
import type { commandRows } from './commands.ts';

/**
 * Commands that a page may call on the core (law 1): the rows of each domain's `commands.ts`. A command resolves when its
 * change is durable, not when it is delivered (law 3). A page reads everything it draws from Dexie. There are no callbacks,
 * so that the same contract works over a MessagePort, a dedicated worker and a BroadcastChannel.
 */
export type CoreApi = CommandsOf<typeof commandRows>;
/** Commands with `act` (messages, calls, gifts, purchases). Pages call them through `userActions`; `beginCard` also by `core`. */
export type UserActions = Pick<CoreApi, UserActionName<typeof commandRows>>;

/**
 * Commands by which a page declares what it shows, whether its user types, and its device. The page repeats its last one of each name to
 * each new core, and when it draws another account (`src/core/page-state.ts`).
 */
export const DECLARATIONS = [
  'describeDevice',
  'look',
  'watchThread',
  'watchPeople',
  'setTyping',
] as const satisfies readonly (keyof CoreApi)[];
/** Name of a command by which a page declares something. */
export type DeclarationName = (typeof DECLARATIONS)[number];
/** A declaration as a page repeats it to a new core. `account`: uid of the account that the page has drawn; null for none. */
export type Declaration = {
  readonly name: DeclarationName;
  readonly account: number | null;
  readonly args: readonly unknown[];
};

/** A command as a page calls it over the port: the account that the page has drawn comes before the arguments. */
export type PortCommand<Command> = Command extends (...args: infer Args) => infer Answer
  ? (account: number | null, ...args: Args) => Answer
  : never;
/** What a core exposes to pages. */
export type CorePort = { readonly [Name in keyof CoreApi]: PortCommand<CoreApi[Name]> } & {
  /**
   * Registers a tab with everything that it has declared. `quiet`: it shows a payment page, which alone does not start a chat
   * connection (product 2.2). Resolves once this core leads, or has given way to another one and refuses commands as `stale-build`.
   */
  readonly attach: (
    tabId: string,
    quiet: boolean,
    declared: readonly Declaration[],
  ) => Promise<{ readonly instance: string; readonly build: number }>;
};

/** States of the chat connection (product 4.4), stored in `app.connection`. */
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
/** State of the chat connection; pages show it in the connection banner. */
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/**
 * Name of the Web Lock of the leading core (laws 8 to 10). A headless session of the service worker holds it too. Of all workers of a
 * profile only its holder opens the chat connection and works off the queues.
 */
export const CORE_LOCK = 'core';
/** Name of the BroadcastChannel on which cores announce their build and hand over, and service workers announce new work. */
export const CORE_CHANNEL = 'core';
/** Name of the Web Lock that each open tab holds; the core requests it too, and is granted it when the tab has closed. */
export const tabLock = (tabId: string) => `tab:${tabId}`;
/** Name of the Web Lock that a running core holds; pages request it too, and are granted it when the core's worker has ended. */
export const coreInstanceLock = (instanceId: string) => `core:${instanceId}`;
/** Returns whether this is the name of the lock of a running core. */
export const isCoreInstanceLock = (name: string): boolean => name.startsWith(coreInstanceLock(''));
/** Start of the name that `coreBuildLock` returns. */
const BUILD_LOCK = 'core-build:';
/** Name of the lock that the leading core holds besides `core`, so that others can read its build even if it does not respond. */
export const coreBuildLock = (build: number, instanceId: string) => `${BUILD_LOCK}${build}:${instanceId}`;
/** Reads the build number from the name of a build lock; undefined for any other lock. */
export const buildOfLock = (name: string): number | undefined =>
  name.startsWith(BUILD_LOCK) ? Number.parseInt(name.slice(BUILD_LOCK.length), 10) : undefined;
/**
 * Name of the Web Lock that a superseded core holds while it waits for the end of its call before it steps down. A newer build does not
 * steal `CORE_LOCK` meanwhile; only the core of a sole host (`isSoleHost`) does.
 */
export const CALL_LOCK = 'core-call';
