import { useState } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { Later, partOf } from '../../../ui/later.tsx';
import { dismiss, isDismissed } from './dismissed.ts';

const completeSheet = partOf(() => import('./complete-sheet.tsx'));

/** Complete-info panel (product 2.5): after the login, while nobody knows how old somebody is, and not twice a day. */
export const CompleteInfo = () => {
  const profile = useAppState('profile');
  const [asking, setAsking] = useState(() => !isDismissed());
  // What is filled in meanwhile must not close the sheet under the hand.
  const [open, setOpen] = useState(false);
  const wanting = profile !== undefined && (profile.gender === '' || profile.bDay === '');
  if (asking && wanting && !open) setOpen(true);
  if (!asking || !open || !profile) return null;
  const close = () => {
    dismiss();
    setAsking(false);
  };
  return <Later part={completeSheet} with={{ profile, onClose: close }} />;
};
