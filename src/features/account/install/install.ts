import { useSyncExternalStore } from 'react';

/** Chromium's wish to install the page (not in TypeScript's DOM types). It may be answered once, after a tap. */
type InstallEvent = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

/** 'ready': one tap installs. 'manual': the browser's own menu does. */
export type InstallState = 'installed' | 'ready' | 'manual';

let offered: InstallEvent | undefined;
let installed = false;
const listeners = new Set<() => void>();

function changed(): void {
  for (const tell of listeners) tell();
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

/** The event comes once, early and unasked: it is kept for whoever asks later. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    // Without this some browsers put a bar of their own over the page.
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

/** Opened from the home screen. */
const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

function stateNow(): InstallState {
  if (installed || runsAlone()) return 'installed';
  return offered ? 'ready' : 'manual';
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useInstallState = (): InstallState => useSyncExternalStore(subscribe, stateNow);

/** Asks the person; a browser lets each offer be used once. */
export async function install(): Promise<void> {
  const event = offered;
  offered = undefined;
  const answer = await event?.prompt();
  if (answer?.outcome === 'accepted') installed = true;
  changed();
}
