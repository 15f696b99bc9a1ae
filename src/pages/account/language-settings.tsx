import { useTranslation } from 'react-i18next';
import { LanguageList } from '../../features/account/settings/language-list.tsx';
import { SETTINGS } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /languagesettings: the choice of the interface language (product 2.1). */
const LanguageSettingsPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('language')} lead={<BackButton to={SETTINGS} />} narrow>
      <LanguageList />
    </Page>
  );
};
export default LanguageSettingsPage;
