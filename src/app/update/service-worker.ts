import { onBadRequest } from '../../core/core.ts';
import { checkMissingScript, failedScript, onOutdated, waitingBuild } from '../../core/new-build.ts';
import { trustedScriptUrl } from '../../core/trusted-url.ts';

const SCRIPT = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js';

async function register(): Promise<void> {
  const { registerWorker } = await import('./register-worker.ts');
  registerWorker(trustedScriptUrl(SCRIPT), waitingBuild.set);
}

const CHECK_AGAIN_MS = 60_000;
let checkedAt = Number.NEGATIVE_INFINITY;

/** Checks for a newer build, at most once a minute, so that the update banner can offer it. */
async function checkForNewBuild(): Promise<void> {
  if (performance.now() - checkedAt < CHECK_AGAIN_MS) return;
  checkedAt = performance.now();
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update();
}

// After a failure, such as a broken connection, the next start tries again.
const tryRegister = () => register().catch(() => undefined);

/** Handles the event that Vite dispatches when any dynamic import fails; `payload` is the error. */
const onImportFailure = ({ payload }: VitePreloadErrorEvent) => void checkMissingScript(failedScript(payload));

/**
 * Registers the service worker after the `load` event, so that precaching does not slow down the first paint. A newer build is looked
 * for when the server rejects a request as malformed, because this one may be too old for it, and when it has no scripts of this one.
 */
export function registerServiceWorker(): void {
  addEventListener('vite:preloadError', onImportFailure);
  if (!('serviceWorker' in navigator)) return;
  onOutdated(() => void checkForNewBuild().catch(() => undefined));
  onBadRequest(() => void checkForNewBuild().catch(() => undefined));
  if (document.readyState === 'complete') void tryRegister();
  else addEventListener('load', () => void tryRegister(), { once: true });
}
