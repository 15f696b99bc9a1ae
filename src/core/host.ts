import dedicatedUrl from '../../worker/dedicated.ts?worker&url';
import { onFreeze } from './leave-page.ts';
import { trustedScriptUrl } from './trusted-url.ts';

let inLine = false;
let giveUp: () => void = () => {};

/**
 * Hosts the core when SharedWorker is missing: the tab that gets this lock runs the core in its own dedicated worker
 * (law 9). When the tab closes, its worker ends and the next waiting tab takes over.
 */
export function hostDedicatedCore(): void {
  if (inLine) return;
  inLine = true;
  void navigator.locks.request('core-host', () => {
    const worker = new Worker(trustedScriptUrl(dedicatedUrl), { type: 'module', name: 'core' });
    return new Promise<void>((resolve) => {
      giveUp = () => {
        worker.terminate();
        inLine = false;
        giveUp = () => {};
        resolve();
      };
    });
  });
}

/**
 * Ends the dedicated worker of this tab and releases its lock, so that the next waiting tab hosts the core. Called when the
 * worker is lost or the page freezes.
 */
export const dropDedicatedCore = (): void => giveUp();

// A frozen worker would hold the core's lock, so another tab must host it.
onFreeze(dropDedicatedCore);
