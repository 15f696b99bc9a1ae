import { useEffect, useState } from 'react';
import { partOf } from '../lazy.tsx';
import { whenQuiet } from '../quiet.ts';
import { LazyDialog } from './lazy-dialog.tsx';
import type { ConfirmProps } from './opened-dialog.tsx';

const openedDialog = partOf(() => import('./opened-dialog.tsx'));

/**
 * Dialog that asks for confirmation before an action that is hard to undo or costs money; Escape and a tap outside cancel it. It stays
 * mounted once opened, to animate when it closes. Its script is prefetched when the page is idle, so that it also opens offline.
 */
export const ConfirmDialog = (props: ConfirmProps) => {
  const [wasOpened, setWasOpened] = useState(props.open);
  useEffect(() => whenQuiet(openedDialog.prepare), []);
  if (props.open && !wasOpened) setWasOpened(true);
  const shown = props.open || (wasOpened && openedDialog.loaded() !== undefined);
  return shown ? <LazyDialog part={openedDialog} with={props} /> : null;
};
