import { useTranslation } from 'react-i18next';
import { History } from '../../features/payments/history/history.tsx';
import { OWN_HOME } from '../../paths.ts';
import { BackButton } from '../../ui/layout/back-button.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Route /paymenthistory: purchases, ledgers, saved cards and spending limits (product 2.1). */
const PaymentHistoryPage = () => {
  const { t } = useTranslation('profile');
  return (
    <Page title={t('me.payments')} narrow lead={<BackButton to={OWN_HOME} />}>
      <History />
    </Page>
  );
};
export default PaymentHistoryPage;
