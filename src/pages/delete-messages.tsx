import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { SETTINGS } from '../app/paths.ts';
import { ClearThreads } from '../features/settings/clear-threads.tsx';
import { KeepDays } from '../features/settings/keep-days.tsx';
import { BackButton } from '../ui/back-button.tsx';
import { Page } from '../ui/page.tsx';
import { space } from '../ui/tokens.ts';

const styles = { groups: css({ display: 'grid', gap: space(6) }) };

const DeleteMessagesPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('clear.title')} lead={<BackButton to={SETTINGS} />} narrow>
      <div css={styles.groups}>
        <KeepDays />
        <ClearThreads />
      </div>
    </Page>
  );
};
export default DeleteMessagesPage;
