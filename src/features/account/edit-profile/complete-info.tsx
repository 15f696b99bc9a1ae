import { useState } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { partOf } from '../../../ui/later.tsx';
import { LaterDialog } from '../../../ui/later-dialog.tsx';
import { closePrompt, usePrompt } from '../../../ui/prompts.ts';

const completeSheet = partOf(() => import('./complete-sheet.tsx'));

/** Complete-info panel (product 2.5): after the login, while gender or birthday is missing, at most once a day. */
export const CompleteInfo = () => {
  const profile = useAppState('profile');
  const wanting = profile !== undefined && (profile.gender === '' || profile.bDay === '');
  // Fields that are filled in meanwhile must not close the sheet while it is in use.
  const [asked, setAsked] = useState(false);
  if (wanting && !asked) setAsked(true);
  const shown = usePrompt('completeInfo', asked);
  if (!shown || !profile) return null;
  return <LaterDialog part={completeSheet} with={{ profile, onClose: () => closePrompt('completeInfo') }} />;
};
