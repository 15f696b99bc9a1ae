import { useState } from 'react';
import { usePrompt } from '../../../ui/dialog/prompts.ts';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { useInstallState } from './use-install-state.ts';
import { dismissGuide, isGuideDue } from './visits.ts';

const guideCard = partOf(() => import('./guide-card.tsx'));

/** Prompt to install the app (product 2.5), for returning visitors. A dismissal is permanent. */
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
