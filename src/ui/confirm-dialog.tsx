import { useEffect, useState } from 'react';
import { partOf } from './later.tsx';
import { LaterDialog } from './later-dialog.tsx';
import type { ConfirmProps } from './opened-dialog.tsx';
import { whenQuiet } from './quiet.ts';

const openedDialog = partOf(() => import('./opened-dialog.tsx'));

/**
 * Asks before an action that cannot be undone. Escape and a tap beside it mean no. Fetched when the page that may ask is quiet, so
 * that it can ask without a network too; once it was open it stays, so that it can leave in steps.
 */
export const ConfirmDialog = (props: ConfirmProps) => {
  const [asked, setAsked] = useState(props.open);
  useEffect(() => whenQuiet(openedDialog.prepare), []);
  if (props.open && !asked) setAsked(true);
  const shown = props.open || (asked && openedDialog.loaded() !== undefined);
  return shown ? <LaterDialog part={openedDialog} with={props} /> : null;
};
