import { useTranslation } from 'react-i18next';
import { DeleteAccount } from '../../features/account/life/delete-account.tsx';
import { useWords } from '../../i18n/more.ts';
import { SECURITY } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /delete-account: requests the deletion of the account (product 2.1). */
const DeleteAccountPage = () => {
  const { t } = useTranslation('settings');
  const ready = useWords('life');
  return (
    <Page title={t('deleteAccount')} lead={<BackButton to={SECURITY} />} narrow>
      {ready ? <DeleteAccount /> : null}
    </Page>
  );
};
export default DeleteAccountPage;
