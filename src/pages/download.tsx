import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { deviceOf } from '../data/platform.ts';
import { InstallCard } from '../features/account/install/install-card.tsx';
import { install } from '../features/account/install/offer.ts';
import { OtherDevices } from '../features/account/install/other-devices.tsx';
import { InstallSteps } from '../features/account/install/steps.tsx';
import { useInstallState } from '../features/account/install/use-install-state.ts';
import { HOME } from '../paths.ts';
import { openPanel } from '../ui/dialog/panel.ts';
import { BackButton } from '../ui/layout/back-button.tsx';
import { Page } from '../ui/layout/page.tsx';
import { space, wide } from '../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  ways: css({
    display: 'grid',
    gap: space(4),
    [wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  }),
};

/** Route /download, public; tracked as `about` (product 2.6). */
const DownloadPage = () => {
  const { t } = useTranslation('download');
  const state = useInstallState();
  // A phone shows only its own steps, in a panel; a desktop shows all of them on the page.
  const showHow = deviceOf(navigator) === 'computer' ? undefined : () => openPanel('download', {});
  return (
    <Page title={t('title')} lead={<BackButton to={HOME} />}>
      <div css={styles.root}>
        <InstallCard state={state} onInstall={() => void install()} onShowHow={showHow} />
        <div css={styles.ways}>
          <InstallSteps />
          <OtherDevices />
        </div>
      </div>
    </Page>
  );
};
export default DownloadPage;
