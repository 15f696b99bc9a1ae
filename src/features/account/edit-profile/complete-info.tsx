import { useEffect, useState } from 'react';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { closePrompt, dismissPrompt, usePrompt } from '../../../ui/dialog/prompts.ts';
import { partOf, useLoaded } from '../../../ui/lazy.tsx';

const completeSheet = partOf(() => import('./complete-sheet.tsx'));

/** Complete-info panel (product 2.5): shown after login while gender or birthday is missing, at most once a day. */
export const CompleteInfo = () => {
  const profile = useAppState('profile');
  const wanting = profile !== undefined && (profile.gender === '' || profile.bDay === '');
  // Once a field was missing, the panel stays due even when the missing fields are filled in meanwhile.
  const [isPrompted, setPrompted] = useState(false);
  if (wanting && !isPrompted) setPrompted(true);
  // The panel enters the prompt queue only once its code is loaded; otherwise the user might open a dialog before it appears.
  const loaded = useLoaded(completeSheet, isPrompted);
  const shown = usePrompt('completeInfo', isPrompted && loaded);
  // Counts as shown for today even if it is not answered; it stays open until the user closes it.
  useEffect(() => {
    if (!shown) return;
    dismissPrompt('completeInfo');
    void core.track('ta_pageview', { screen: 'improve information' });
  }, [shown]);
  if (!shown || !profile) return null;
  return <LazyDialog part={completeSheet} with={{ profile, onClose: () => closePrompt('completeInfo') }} />;
};
