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

/**
 * Keeps the browser's offer to install for later readers. The event comes once, and may come before the app is there: the
 * entry of the page calls this first of all.
 */
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
export const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

export function installState(): InstallState {
  if (installed || runsAlone()) return 'installed';
  return offered ? 'ready' : 'manual';
}

/** Calls the listener after each change; returns how to stop that. */
export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's prompt; a browser allows it once for each event. */
export async function install(): Promise<void> {
  const event = offered;
  offered = undefined;
  const answer = await event?.prompt();
  if (answer?.outcome === 'accepted') installed = true;
  changed();
}
