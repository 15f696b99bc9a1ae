import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { EditProfile } from '../../features/account/edit-profile/edit-profile.tsx';
import { OWN_HOME } from '../../paths.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /editprofile: the form in which users edit their own profile (product 2.1). */
const EditProfilePage = () => {
  const { t } = useTranslation(['edit', 'common']);
  const [, navigate] = useLocation();
  const back = (
    <IconButton label={t('common:back')} flip onClick={() => navigate(OWN_HOME)}>
      <ArrowLeft size={22} />
    </IconButton>
  );
  return (
    <Page title={t('title')} lead={back} narrow>
      <EditProfile />
    </Page>
  );
};
export default EditProfilePage;
