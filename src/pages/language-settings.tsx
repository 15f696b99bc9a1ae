import { useTranslation } from 'react-i18next';
import { SETTINGS } from '../app/paths.ts';
import { LanguageList } from '../features/settings/language-list.tsx';
import { BackButton } from '../ui/back-button.tsx';
import { Page } from '../ui/page.tsx';

const LanguageSettingsPage = () => {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('language')} lead={<BackButton to={SETTINGS} />} narrow>
      <LanguageList />
    </Page>
  );
};
export default LanguageSettingsPage;
