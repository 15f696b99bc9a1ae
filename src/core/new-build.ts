import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';
import { createStore } from '../create-store.ts';

declare const __BUILD__: number;

/** Number of the build that this page runs. A larger one in `app.state.build` means that the core runs a newer build (law 10). */
export const ownBuild = __BUILD__;
/** URL of the script that contains the build number; its hashed file name therefore exists in no other build. */
const OWN_SCRIPT = import.meta.url;

/** Extracts the URL of the file that could not be fetched from the error messages of Chromium and Firefox; Safari names none. */
const FAILED_AT = /https?:\/\/\S+?\.js/;
const CHECK_TIMEOUT_MS = 3_000;

/** Extracts the path of a script from the text of a built function that imports it; all scripts are in one folder. */
const IMPORTED = /import\(\s*[`'"](\.\/[^`'"]+\.js)[`'"]/;

/**
 * Returns the URL of the script whose import failed with this error: the one that the browser names, otherwise the one that `fetchPart`
 * imports; undefined if neither is known.
 */
export function failedScript(error: unknown, fetchPart?: () => unknown): string | undefined {
  const imported = fetchPart && IMPORTED.exec(String(fetchPart))?.[1];
  return FAILED_AT.exec(String(error))?.[0] ?? (imported && new URL(imported, OWN_SCRIPT).href);
}

/** Store of the Workbox of a newer build that is installed and waiting; its value is undefined if there is none. */
export const waitingBuild = createStore<Workbox | undefined>(undefined);
/** Whether the server no longer has the scripts of the build that this page runs. */
const outdated = createStore(false);

const checks = new Map<string, Promise<void>>();

async function check(url: string): Promise<void> {
  try {
    const { status } = await fetch(url, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    if (status === 404) outdated.set(true);
  } catch {
    // The request failed, so the network is the cause and the build is not outdated.
  } finally {
    checks.delete(url);
  }
}

/**
 * Asks the server whether a script that could not be loaded is gone, which means that it serves another build than this page runs:
 * `isOutdated` then returns true. `url`: the script; without it, the script that only this build has is asked for.
 */
export function checkMissingScript(url: string = OWN_SCRIPT): Promise<void> {
  if (outdated.get()) return Promise.resolve();
  const running = checks.get(url) ?? check(url);
  checks.set(url, running);
  return running;
}

/** Returns whether the server no longer has the scripts of this page's build. Only a reload helps then. */
export const isOutdated = outdated.get;
/** `isOutdated`, for components. */
export const useIsOutdated = (): boolean => useSyncExternalStore(outdated.subscribe, outdated.get);
/** Calls `act` when a script of this page's build is found to be gone from the server. */
export const onOutdated = (act: () => void): void => void outdated.subscribe(act);

/** Returns whether a newer build is installed and waits to replace this one; the update banner then offers a reload. */
export const useWaitingBuild = (): boolean =>
  useSyncExternalStore(waitingBuild.subscribe, () => waitingBuild.get() !== undefined);

/** Activates the waiting build, if there is one, and reloads the page. Called at the user's request. */
export function activateNewBuild(): void {
  const workbox = waitingBuild.get();
  if (!workbox) {
    location.reload();
    return;
  }
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}
