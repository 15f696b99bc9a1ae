import dedicatedUrl from '../../worker/dedicated.ts?worker&url';
import { onFreeze } from './leave-page.ts';
import { checkMissingScript } from './new-build.ts';
import { trustedScriptUrl } from './trusted-url.ts';

let inLine = false;
let hosted: Worker | undefined;
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
    hosted = worker;
    return new Promise<void>((resolve) => {
      giveUp = () => {
        worker.terminate();
        inLine = false;
        hosted = undefined;
        giveUp = () => {};
        resolve();
      };
      // Errors of a running worker are `ErrorEvent`s. A worker whose script did not load would hold the lock for ever.
      worker.addEventListener('error', (event) => {
        if ('message' in event) return;
        void checkMissingScript(dedicatedUrl);
        dropDedicatedCore(worker);
      });
    });
  });
}

/** Returns the worker in which this tab hosts the core; undefined when this tab hosts none. */
export const hostedCore = (): Worker | undefined => hosted;

/**
 * Ends a dedicated worker of this tab and releases its lock, so that the next waiting tab hosts the core. Does nothing when the tab
 * hosts another one meanwhile: the end of a core that another tab hosted may be reported after this tab began to host the next.
 */
export function dropDedicatedCore(worker: Worker | undefined): void {
  if (worker === hosted) giveUp();
}

// A frozen worker would hold the core's lock, so another tab must host it.
onFreeze(() => giveUp());
