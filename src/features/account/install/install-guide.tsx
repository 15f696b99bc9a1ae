import { useState } from 'react';
import { localValue } from '../../../local.ts';
import { usePrompt } from '../../../ui/dialog/prompts.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { useInstallState } from './use-install-state.ts';

const visits = localValue('visits', (stored) => Math.max(0, Math.trunc(Number(stored)) || 0));
const lastDay = localValue('visited-on', String);
const refused = localValue('install-guide', (stored) => stored === 'no');
/** Number of days with a visit from which the guide is offered. */
const ENOUGH_VISITS = 3;

/**
 * Counts this day once as a visit on this device, and returns whether the install guide is due: from the third day with a visit. False
 * after `dismissGuide` and without access to storage.
 */
function isGuideDue(today: string): boolean {
  if (refused.read()) return false;
  const before = visits.read();
  const now = lastDay.read() === today ? before : before + 1;
  visits.write(String(now));
  lastDay.write(today);
  return now >= ENOUGH_VISITS;
}

/** Stores on this device that the install guide is never shown again. Called when the user dismisses it. */
const dismissGuide = (): void => refused.write('no');

const guideCard = partOf(() => import('./guide-card.tsx'));

/** Prompt to install the app (product 2.5), for returning visitors; not in an installed app. A dismissal is permanent. */
export const InstallGuide = () => {
  const [due, setDue] = useState(() => isGuideDue(new Date().toDateString()));
  const state = useInstallState();
  const shown = usePrompt('installGuide', due && state !== 'installed');
  const onDismiss = () => {
    dismissGuide();
    setDue(false);
  };
  return shown ? <Lazy part={guideCard} with={{ state, onDismiss }} missing={renderNothing} /> : null;
};
