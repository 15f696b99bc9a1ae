import i18next from 'i18next';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import { readState } from '#db/reads/app.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { loadWords } from '../../i18n/more.ts';
import { onLaunch } from '../../launch-queue.ts';
import { isPayment } from '../../paths.ts';
import { useRouteOf } from '../../routing/route-table.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { placeOfLaunch } from './launch-place.ts';

function goTo(place: string): void {
  // Payment pages are documents of their own, so they need a full page load.
  if (isPayment(place.split(/[?#]/)[0] ?? '')) location.assign(place);
  else navigate(place);
}

/** Navigates to the target of a launch; during a call, except while an incoming one rings, a toast offers the target instead. */
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
    onLaunch((target) => {
      const place = placeOfLaunch(target, location.origin, (path) => routeOf(path) !== undefined);
      if (place !== undefined) follow(place).catch(() => undefined);
    });
  }, [routeOf]);
}
