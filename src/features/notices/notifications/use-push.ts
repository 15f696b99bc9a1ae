import { useEffect } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { usePermission } from './permission.ts';

/** Looks at the push subscription at each start, and again when the permission or the server's key has changed. */
export function usePush(): void {
  const permission = usePermission();
  const pushKey = useAppState('config')?.pushKey;
  useEffect(() => {
    // Unknown until the server's configuration is here; without a permission there is only a record to forget.
    if (pushKey === undefined || permission === 'unsupported') return;
    whenQuiet(() => void import('./push.ts').then(({ lookAtPush }) => lookAtPush()).catch(() => undefined));
  }, [permission, pushKey]);
}
