import { useEffect, useState } from 'react';
import { partOf } from '../lazy.tsx';
import { whenQuiet } from '../quiet.ts';
import { LazyDialog } from './lazy-dialog.tsx';
import type { ConfirmProps } from './opened-dialog.tsx';

const openedDialog = partOf(() => import('./opened-dialog.tsx'));

/**
 * Dialog that asks for confirmation of an irreversible action. Escape and a tap outside cancel it. Its script is
 * prefetched when the page is idle, so that it also works offline. Once opened it stays mounted, so that it can
 * animate when closing.
 */
export const ConfirmDialog = (props: ConfirmProps) => {
  const [asked, setAsked] = useState(props.open);
  useEffect(() => whenQuiet(openedDialog.prepare), []);
  if (props.open && !asked) setAsked(true);
  const shown = props.open || (asked && openedDialog.loaded() !== undefined);
  return shown ? <LazyDialog part={openedDialog} with={props} /> : null;
};
