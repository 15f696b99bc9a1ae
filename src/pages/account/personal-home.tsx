import { useTranslation } from 'react-i18next';
import { OwnHome } from '../../features/account/own-home/own-home.tsx';
import { Page } from '../../ui/layout/page.tsx';

const PersonalHomePage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('nav.me')}>
      <OwnHome />
    </Page>
  );
};
export default PersonalHomePage;
