import { useSyncExternalStore } from 'react';

/** Chromium's `beforeinstallprompt` event (not in TypeScript's DOM types). It can be used once, after a tap. */
type InstallEvent = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

/** 'ready': one tap installs. 'manual': the menu of the browser installs. */
export type InstallState = 'installed' | 'ready' | 'manual';

let offered: InstallEvent | undefined;
let installed = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

/** The event fires once, early: it is kept for later readers. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    // Without this some browsers show their own bar over the page.
    event.preventDefault();
    offered = event;
    changed();
  });
  addEventListener('appinstalled', () => {
    installed = true;
    offered = undefined;
    changed();
  });
}

/** Returns whether the page was opened from the home screen. */
const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

function stateNow(): InstallState {
  if (installed || runsAlone()) return 'installed';
  return offered ? 'ready' : 'manual';
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstallState = (): InstallState => useSyncExternalStore(subscribe, stateNow);

/** Shows the browser's prompt; a browser allows it once for each event. */
export async function install(): Promise<void> {
  const event = offered;
  offered = undefined;
  const answer = await event?.prompt();
  if (answer?.outcome === 'accepted') installed = true;
  changed();
}
