import type { CommandsOf, UserActionName } from './command.ts';
import type { commandRows } from './commands.ts';

/**
 * Commands that a page may call on the core (law 1): the rows of each domain's `commands.ts`. A command resolves when its
 * change is durable, not when it is delivered (law 3). A page reads everything it draws from Dexie. There are no callbacks,
 * so that the same contract works over a MessagePort, a dedicated worker and a BroadcastChannel.
 */
export type CoreApi = CommandsOf<typeof commandRows>;
/** Commands that only a user action triggers: messages, calls, gifts, purchases and the like. */
export type UserActions = Pick<CoreApi, UserActionName<typeof commandRows>>;

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
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Names of the channels and locks that tabs and workers of one profile share (laws 8 to 10). */
export const CORE_LOCK = 'core';
export const CORE_CHANNEL = 'core';
/** Lock held by an open tab. */
export const tabLock = (tabId: string) => `tab:${tabId}`;
/** Lock held by a running core, by which pages notice its end. */
export const coreInstanceLock = (instanceId: string) => `core:${instanceId}`;
/** Lock of the leading core, besides `core`, so that others can read its build even if it does not respond. */
const BUILD_LOCK = 'core-build:';
export const coreBuildLock = (build: number, instanceId: string) => `${BUILD_LOCK}${build}:${instanceId}`;
/** Reads the build number from the name of a build lock; undefined for any other lock. */
export const buildOfLock = (name: string): number | undefined =>
  name.startsWith(BUILD_LOCK) ? Number.parseInt(name.slice(BUILD_LOCK.length), 10) : undefined;
/** Lock of a core that must step down and waits for the end of its call. */
export const CALL_LOCK = 'core-call';
