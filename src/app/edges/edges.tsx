import { useContext, useEffect } from 'react';
import { core } from '../../core/core.ts';
import { asksForPersistence, persistStorage } from '../../data/persist-storage.ts';
import { useAppState } from '../../data/use-app-state.ts';
import { useInstallState } from '../../features/account/install/use-install-state.ts';
import { PasskeyOffer } from '../../features/account/passkeys/passkey-offer.tsx';
import { ShareOffer } from '../../features/chat/around/share-offer.tsx';
import { usePermission } from '../../features/notices/notifications/permission.ts';
import { LayerIsOnTop } from '../../routing/layer-place.ts';
import { TitleBar } from './title-bar.tsx';

/**
 * Reports to the server that the app is installed, which completes the installation task, unless the account is unknown or under age.
 * Requests persistent storage if the app is installed or notifications are allowed, and the browser does not prompt for it.
 */
function useInstalled(): void {
  const isInstalled = useInstallState() === 'installed';
  const isAllowed = usePermission() === 'granted';
  const account = useAppState('account');
  const mayAct = account !== undefined && account.adult !== false;
  useEffect(() => {
    if (isInstalled && mayAct) void core.noteInstalled();
  }, [isInstalled, mayAct]);
  useEffect(() => {
    // If the browser asks the user for permission, only a tap on /device requests it.
    if ((isInstalled || isAllowed) && !asksForPersistence(navigator)) void persistStorage();
  }, [isInstalled, isAllowed]);
}

/** System integration of an installed app: title bar, installation, and shares from other apps; and the offer of a passkey. */
const Edges = () => {
  useInstalled();
  // Several layers may render this component; only the top one draws the title bar.
  const isOnTop = useContext(LayerIsOnTop);
  return (
    <>
      {isOnTop ? <TitleBar /> : null}
      <ShareOffer />
      <PasskeyOffer />
    </>
  );
};
export default Edges;
