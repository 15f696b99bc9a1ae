import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { deviceOf } from '../../../data/platform.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { InstallCard } from './install-card.tsx';
import { install } from './offer.ts';
import { OtherDevices } from './other-devices.tsx';
import { InstallSteps } from './steps.tsx';
import { Stores } from './stores.tsx';
import { useInstallState } from './use-install-state.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    paddingBlockStart: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  }),
  stores: css({ display: 'grid', gap: space(3), justifyItems: 'center', '&:empty': { display: 'none' } }),
};

/** Download-app panel (product 2.5): how to install the app on this device, and on a desktop also on a phone. */
const DownloadPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('download');
  const state = useInstallState();
  const device = deviceOf(navigator);
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div css={styles.root}>
        <InstallCard state={state} onInstall={() => void install()} isInside />
        {state === 'manual' ? <InstallSteps devices={[device]} /> : null}
        {device === 'computer' ? (
          <OtherDevices stores={<Stores />} />
        ) : (
          <div css={styles.stores}>
            <Stores />
          </div>
        )}
      </div>
    </Sheet>
  );
};
export default DownloadPanel;
