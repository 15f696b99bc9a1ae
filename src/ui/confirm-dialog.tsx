import { useState } from 'react';
import { Later, partOf } from './later.tsx';
import type { ConfirmProps } from './opened-dialog.tsx';

const openedDialog = partOf(() => import('./opened-dialog.tsx'));

/**
 * Asks before an action that cannot be undone. Escape and a tap beside it mean no. Fetched when it first opens; then it stays,
 * so that it can leave in steps.
 */
export const ConfirmDialog = (props: ConfirmProps) => {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return asked ? <Later part={openedDialog} with={props} /> : null;
};
