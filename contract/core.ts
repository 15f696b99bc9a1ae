import type { CommandsOf, UserActionName } from './command.ts';
import type { commandRows } from './commands.ts';

/**
 * Commands that a page may call on the core (law 1): the rows of each domain's `commands.ts`. A command resolves when its
 * change is durable, not when it is delivered (law 3). A page reads everything it draws from Dexie. There are no callbacks,
 * so that the same contract works over a MessagePort, a dedicated worker and a BroadcastChannel.
 */
export type CoreApi = CommandsOf<typeof commandRows>;
/** Commands that only a user action triggers (messages, calls, gifts, purchases); pages call them through `userActions`. */
export type UserActions = Pick<CoreApi, UserActionName<typeof commandRows>>;

/**
 * Commands by which a page declares what it shows and on which device. The last one of each name is valid until the page closes, for every
 * core.
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
   * connection (product 2.2). Resolves once this core can answer commands.
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

/** Web lock that the leading core holds (laws 8 to 10): of all tabs and workers of a profile only its holder uses the network. */
export const CORE_LOCK = 'core';
/** Name of the BroadcastChannel on which cores announce their build and hand over, and service workers announce new work. */
export const CORE_CHANNEL = 'core';
/** Name of the lock that each open tab holds; the core notices a closed tab by it. */
export const tabLock = (tabId: string) => `tab:${tabId}`;
/** Name of the lock that a running core holds; pages notice its end by it. */
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
/** Lock that a core holds while it must step down but waits for the end of its call; no newer core takes over until then. */
export const CALL_LOCK = 'core-call';
