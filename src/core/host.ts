import dedicatedUrl from '../../worker/dedicated.ts?worker&url';
import { onFreeze } from './leave-page.ts';
import { trustedScriptUrl } from './trusted-url.ts';

let inLine = false;
let giveUp: () => void = () => {};

/**
 * Hosts the core when SharedWorker is missing: the tab that is granted this lock runs the core in a worker of its own (law 9).
 * When the tab closes, its worker ends too, and the next tab in line takes over.
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

/** Releases the lock after the core ended: if it was this tab's, the next tab in line may host it. */
export const dropDedicatedCore = (): void => giveUp();

// A frozen worker would keep the core's lock: another tab hosts it.
onFreeze(dropDedicatedCore);
