import { useState } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { Later, partOf } from '../../../ui/later.tsx';
import { closePrompt, usePrompt } from '../../../ui/prompts.ts';

const completeSheet = partOf(() => import('./complete-sheet.tsx'));

/** Complete-info panel (product 2.5): after the login, while nobody knows how old somebody is, and not twice a day. */
export const CompleteInfo = () => {
  const profile = useAppState('profile');
  const wanting = profile !== undefined && (profile.gender === '' || profile.bDay === '');
  // What is filled in meanwhile must not close the sheet under the hand.
  const [asked, setAsked] = useState(false);
  if (wanting && !asked) setAsked(true);
  const shown = usePrompt('completeInfo', asked);
  if (!shown || !profile) return null;
  return <Later part={completeSheet} with={{ profile, onClose: () => closePrompt('completeInfo') }} />;
};
