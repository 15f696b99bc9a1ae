import { useTranslation } from 'react-i18next';
import { OwnHome } from '../../features/account/own-home/own-home.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /personalhome: the user's own page with identity, balances and links to all account pages (product 2.1). */
const PersonalHomePage = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('nav.me')}>
      <OwnHome />
    </Page>
  );
};
export default PersonalHomePage;
