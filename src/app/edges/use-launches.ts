import i18next from 'i18next';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/more.ts';
import { isPayment } from '../../paths.ts';
import { useRouteOf } from '../../routing/route-table.ts';
import { showToast } from '../../ui/toast.ts';
import { placeOfLaunch } from './launch-place.ts';

/** Of Chromium; TypeScript does not know it. What came before there was a consumer is kept for it. */
type LaunchQueue = { setConsumer(consumer: (launch: { readonly targetURL?: unknown }) => void): void };
type Launching = { readonly launchQueue?: LaunchQueue };

/** The address with which this document was loaded: the browser tells of that launch too. */
let opened: string | undefined = performance.getEntriesByType('navigation')[0]?.name;

function goTo(place: string): void {
  // Pages of payments are documents of their own: they are loaded, never drawn in another's place.
  if (isPayment(place.split(/[?#]/)[0] ?? '')) location.assign(place);
  else navigate(place);
}

/** Goes there in this window. Who is in a call is asked first. */
async function follow(place: string): Promise<void> {
  const call = await readState('call');
  if (!call || isOver(call.status) || call.status === CALL_STATUS.CALLIN) return goTo(place);
  await loadWords(currentLanguage(), 'launch');
  const t = i18next.getFixedT(null, 'launch');
  showToast(t('inCall'), 'calm', { label: t('open'), run: () => goTo(place) });
}

/** The icon, a shortcut or a link that leads into the installed app brings this window to the front: it goes there itself. */
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
