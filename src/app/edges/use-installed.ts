import { useEffect } from 'react';
import { core } from '../../core/core.ts';
import { asksToKeep, keepStorage } from '../../data/keep-storage.ts';
import { useAppState } from '../../data/use-app-state.ts';
import { useInstallState } from '../../features/account/install/use-install-state.ts';
import { usePermission } from '../../features/notices/notifications/permission.ts';

/**
 * The app was installed, or is open as an installed one: the task for that is done. From then on, or once notifications are
 * allowed, the browser is asked to keep what lies here.
 */
export function useInstalled(): void {
  const isInstalled = useInstallState() === 'installed';
  const isAllowed = usePermission() === 'granted';
  const account = useAppState('account');
  const mayAct = account !== undefined && account.adult !== false;
  useEffect(() => {
    if (isInstalled && mayAct) void core.noteInstalled();
  }, [isInstalled, mayAct]);
  useEffect(() => {
    // A browser that asks its reader is asked by a tap on /device only.
    if ((isInstalled || isAllowed) && !asksToKeep(navigator)) void keepStorage();
  }, [isInstalled, isAllowed]);
}
