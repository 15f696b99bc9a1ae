import { useEffect } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { usePermission } from './permission.ts';

/**
 * Looks at the push subscription at each start, and again when the permission or the server's key has changed; asks the browser to
 * send later what waits without a stream, and to fetch lists now and then. All may wait until the page is drawn.
 */
export function usePush(): void {
  const permission = usePermission();
  const pushKey = useAppState('config')?.pushKey;
  useEffect(() => {
    let end: (() => void) | undefined;
    let here = true;
    whenQuiet(() => {
      const begin = ({ followOutbox }: typeof import('./outbox-sync.ts')) => {
        if (here) end = followOutbox();
      };
      void import('./outbox-sync.ts').then(begin).catch(() => undefined);
      void import('./lists-sync.ts').then(({ askForLists }) => askForLists()).catch(() => undefined);
    });
    return () => {
      here = false;
      end?.();
    };
  }, []);
  useEffect(() => {
    // Unknown until the server's configuration is here; without a permission there is only a record to forget.
    if (pushKey === undefined || permission === 'unsupported') return;
    whenQuiet(() => void import('./push.ts').then(({ lookAtPush }) => lookAtPush()).catch(() => undefined));
  }, [permission, pushKey]);
}
