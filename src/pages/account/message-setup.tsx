import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { BlockedPeople } from '../../features/account/settings/blocked-people.tsx';
import { WhoMayWrite } from '../../features/account/settings/who-may-write.tsx';
import { SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { space } from '../../ui/style/tokens.ts';

const styles = { groups: css({ display: 'grid', gap: space(6) }) };

/** Route /messageSetup: who may write, read receipts, last seen, and blocked people; only in brands with `messageSetup` (product 2.1). */
const MessageSetupPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('setup.title')} lead={<BackButton to={SETTINGS} />} narrow>
      <div css={styles.groups}>
        <WhoMayWrite />
        <BlockedPeople />
      </div>
    </Page>
  );
};
export default MessageSetupPage;
