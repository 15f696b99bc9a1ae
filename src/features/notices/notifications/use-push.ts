import { useEffect } from 'react';
import { useAppState } from '../../../data/use-app-state.ts';
import { whenQuiet } from '../../../ui/quiet.ts';
import { usePermission } from './permission.ts';

/**
 * Checks the push subscription at each start and when the permission or the VAPID key has changed, and registers background syncs for
 * the outbox and the lists. Everything waits until the page is idle.
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
    // The key is unknown until the server's configuration has arrived.
    if (pushKey === undefined || permission === 'unsupported') return;
    whenQuiet(() => void import('./push.ts').then(({ syncPushState }) => syncPushState()).catch(() => undefined));
  }, [permission, pushKey]);
}
