import { useTranslation } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { Addresses } from '../features/account/domain/addresses.tsx';
import { HOME, SETTINGS } from '../paths.ts';
import { BackButton } from '../ui/layout/back-button.tsx';
import { Page } from '../ui/layout/page.tsx';

/**
 * Route /domain: the addresses of the product. It needs a login in brands with `needsLogin.domain`, and is public in the others (product
 * 2.1).
 */
const DomainPage = () => {
  const { t } = useTranslation('domain');
  return (
    <Page title={t('title')} lead={<BackButton to={brand.needsLogin.domain ? SETTINGS : HOME} />} narrow>
      <Addresses />
    </Page>
  );
};
export default DomainPage;
