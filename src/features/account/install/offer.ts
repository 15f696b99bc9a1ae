import { createStore } from '../../../create-store.ts';
import { runsAlone } from '../../../data/platform.ts';

/** Chromium's `beforeinstallprompt` event, not in TypeScript's types. It can be used once, after a user gesture. */
type InstallEvent = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

/**
 * Whether the app can be installed here. `installed`: it runs installed, or this page has installed it. `ready`: a button can open the
 * browser's prompt. `manual`: only the browser's menu can install it.
 */
export type InstallState = 'installed' | 'ready' | 'manual';

let offered: InstallEvent | undefined;
let installed = false;
const state = createStore<InstallState>('manual');
const update = () => state.set(installed ? 'installed' : offered ? 'ready' : 'manual');

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

/**
 * Subscribes to `beforeinstallprompt`, which is stored for `install`, and to `appinstalled`. The first fires once and possibly before the
 * app has loaded, so the entry script calls this first.
 */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    // Otherwise some browsers show their own install bar.
    event.preventDefault();
    offered = event;
    update();
  });
  addEventListener('appinstalled', () => {
    installed = true;
    offered = undefined;
    update();
  });
}

/** Returns the current install state; snapshot of `useInstallState`. */
export const installState = (): InstallState => (runsAlone() ? 'installed' : state.get());

/** Subscribes to changes of the install state; returns a function that unsubscribes. */
export const onInstallChange = state.subscribe;

/**
 * Shows the browser's install prompt, and resolves when the user has answered it; does nothing unless the state is `ready`. Each
 * `beforeinstallprompt` event allows one prompt.
 */
export async function install(): Promise<void> {
  const event = offered;
  offered = undefined;
  const answer = await event?.prompt();
  if (answer?.outcome === 'accepted') installed = true;
  update();
}
