import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../../../paths.ts';
import { BackButton } from '../../../ui/layout/back-button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { space, wide } from '../../../ui/style/tokens.ts';
import { InstallCard } from './install-card.tsx';
import type { InstallState } from './offer.ts';
import { OtherDevices } from './other-devices.tsx';
import { InstallSteps } from './steps.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  ways: css({
    display: 'grid',
    gap: space(4),
    [wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  }),
};

type Props = {
  readonly state: InstallState;
  readonly onInstall: () => void;
  /** Shows the steps of this device; undefined on a computer. */
  readonly onShowHow: (() => void) | undefined;
  /** Links to app stores. */
  readonly stores: ReactNode;
};

/** View of the installation page, without database and core. The build renders it too, for first visits. */
export const DownloadView = ({ state, onInstall, onShowHow, stores }: Props) => {
  const { t } = useTranslation('download');
  return (
    <Page title={t('title')} lead={<BackButton to={HOME} />}>
      <div css={styles.root}>
        <InstallCard state={state} onInstall={onInstall} onShowHow={onShowHow} />
        <div css={styles.ways}>
          <InstallSteps />
          <OtherDevices stores={stores} />
        </div>
      </div>
    </Page>
  );
};
