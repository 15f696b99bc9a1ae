import { localValue } from '../local.ts';

const choice = localValue('shared-worker', (stored) => stored !== 'off', 'tab');

/** `?shared-worker=off` forces the fallback; the choice lasts as long as the tab, also over navigations. */
function chooseSharedWorker(): boolean {
  if (typeof SharedWorker === 'undefined') return false;
  const asked = new URLSearchParams(location.search).get('shared-worker');
  if (asked !== null) choice.write(asked);
  return choice.read();
}

export const usesSharedWorker = chooseSharedWorker();
