import i18next from 'i18next';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/more.ts';
import { isPayment } from '../../paths.ts';
import { useRouteOf } from '../../routing/route-table.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { placeOfLaunch } from './launch-place.ts';

/** Launch Handler API (Chromium only), not in TypeScript's types. Launches are queued until there is a consumer. */
type LaunchQueue = { setConsumer(consumer: (launch: { readonly targetURL?: unknown }) => void): void };
type Launching = { readonly launchQueue?: LaunchQueue };

/** URL that this document was loaded with; the queue contains that launch as well, and it is ignored. */
let opened: string | undefined = performance.getEntriesByType('navigation')[0]?.name;

function goTo(place: string): void {
  // Payment pages are documents of their own, so they need a full page load.
  if (isPayment(place.split(/[?#]/)[0] ?? '')) location.assign(place);
  else navigate(place);
}

/** Navigates to the target of a launch; during a call a toast offers it instead. */
async function follow(place: string): Promise<void> {
  const call = await readState('call');
  if (!call || isOver(call.status) || call.status === CALL_STATUS.CALLIN) return goTo(place);
  await loadWords(currentLanguage(), 'launch');
  const t = i18next.getFixedT(null, 'launch');
  showToast(t('inCall'), 'calm', { label: t('open'), run: () => goTo(place) });
}

/** Handles launches by icon, shortcut or link that the browser directs to this window. */
export function useLaunches(): void {
  const routeOf = useRouteOf();
  useEffect(() => {
    const { launchQueue } = window as Launching;
    launchQueue?.setConsumer(({ targetURL }) => {
      const isThisPage = targetURL === opened;
      opened = undefined;
      if (isThisPage) return;
      const place = placeOfLaunch(targetURL, location.origin, (path) => routeOf(path) !== undefined);
      if (place !== undefined) follow(place).catch(() => undefined);
    });
  }, [routeOf]);
}
