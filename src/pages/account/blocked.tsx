import { useTranslation } from 'react-i18next';
import { BlockedPeople } from '../../features/account/settings/blocked-people.tsx';
import { SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /blocked: the people whom the user has blocked (product 2.1). */
const BlockedPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('setup.blocked')} lead={<BackButton to={SETTINGS} />} narrow>
      <BlockedPeople />
    </Page>
  );
};
export default BlockedPage;
