import dedicatedUrl from '../../worker/dedicated.ts?worker&url';
import { trustedScriptUrl } from './trusted-url.ts';

let inLine = false;
let giveUp: () => void = () => {};

/**
 * Where SharedWorker is missing, the tab that is granted this lock runs the core in a worker of its own (law 9). When
 * the tab goes, its worker goes with it, and the next tab in line takes over.
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

/** The core is gone. If it was ours, its place is free again for whoever is next in line. */
export const dropDedicatedCore = (): void => giveUp();
