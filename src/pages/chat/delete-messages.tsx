import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { ClearThreads } from '../../features/account/settings/clear-threads.tsx';
import { RetentionSetting } from '../../features/account/settings/retention-setting.tsx';
import { SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { space } from '../../ui/style/tokens.ts';

const styles = { groups: css({ display: 'grid', gap: space(6) }) };

/** Route /deletemessagesettings: how long this device stores messages, and conversations to clear on it (product 2.1). */
const DeleteMessagesPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('clear.title')} lead={<BackButton to={SETTINGS} />} narrow>
      <div css={styles.groups}>
        <RetentionSetting />
        <ClearThreads />
      </div>
    </Page>
  );
};
export default DeleteMessagesPage;
