import { deviceOf } from '../data/platform.ts';
import { DownloadView } from '../features/account/install/download-view.tsx';
import { install } from '../features/account/install/offer.ts';
import { Stores } from '../features/account/install/stores.tsx';
import { useInstallState } from '../features/account/install/use-install-state.ts';
import { openPanel } from '../ui/dialog/panel.ts';

/** Route /download: how to install the app; public, tracked as `about` (product 2.6). */
const DownloadPage = () => {
  const state = useInstallState();
  // A phone shows only its own steps, in a panel; a desktop shows all of them on the page.
  const showHow = deviceOf(navigator) === 'computer' ? undefined : () => openPanel('download', {});
  return <DownloadView state={state} onInstall={() => void install()} onShowHow={showHow} stores={<Stores />} />;
};
export default DownloadPage;
