import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hosting } from '#contract/hosting/endpoints.ts';
import { HOST_MISSED_CALLS_MAX, type HOST_PAUSE_MINUTES } from '#contract/hosting/rules.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatHourRange, formatNumber, formatTime } from '../../../i18n/format.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';

/**
 * Returns whether viewers can call the host now, the sentence that says why, and the function that switches taking calls on or off or
 * pauses it.
 */
export function useTakingCalls(host: Hosting['host'] | undefined) {
  const { t } = useTranslation('hosting');
  // Pauses and hours are times of the server, from which the clock of the device may differ.
  const now = useMinute() + (useAppState('clock')?.ahead ?? 0);
  const [busy, setBusy] = useState(false);
  const isPaused = host ? host.pausedUntil > now : false;
  const isOn = host ? host.isTakingCalls && !isPaused : false;
  // undefined: the host has no weekly hours, as in the rows of an older build; null: none are open or will be.
  const hours = host?.weeklyHours ? (host.openHours ?? null) : undefined;
  const isOver = hours ? hours.closesAt <= now : false;
  useEffect(() => {
    if (isOver) void core.refreshHosting();
  }, [isOver]);
  const isWithinHours = hours === undefined || (hours !== null && !isOver && hours.opensAt <= now);
  const text = () => {
    if (host?.isOffByMissedCalls) return t('taking.missed', { number: formatNumber(HOST_MISSED_CALLS_MAX) });
    if (host && !host.isTakingCalls) return t('taking.off');
    if (isPaused) return t('taking.paused', { time: formatTime(host?.pausedUntil ?? 0) });
    if (isWithinHours) return t('taking.on');
    return hours && !isOver
      ? t('taking.outside', { hours: formatHourRange(hours.opensAt, hours.closesAt) })
      : t('taking.off');
  };
  const change = async (on: boolean, pauseMinutes?: (typeof HOST_PAUSE_MINUTES)[number]) => {
    setBusy(true);
    reportFailure(await core.setTakingCalls(on, pauseMinutes ?? null));
    setBusy(false);
  };
  return {
    /** Whether the switch is on and no pause is running. */
    isOn,
    /** Whether viewers can call now: `isOn`, within the weekly hours. */
    isTaking: isOn && isWithinHours,
    isPaused,
    text: text(),
    busy,
    set: (...given: Parameters<typeof change>) => void change(...given),
  };
}
