import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { PayPage } from '../../features/payments/pay/pay-page.tsx';
import { Result } from '../../features/payments/pay/result.tsx';
import { SignedIn } from '../../features/payments/pay/signed-in.tsx';
import { useWords } from '../../i18n/more.ts';

/** Route /payresult?order=&ticket=: result of a payment; with a ticket no login is needed (product 2.1). */
const PayResultPage = () => {
  const ready = useWords('payments');
  const { t } = useTranslation('payments');
  const search = new URLSearchParams(useSearch());
  const ticket = search.get('ticket');
  if (!ready) return null;
  const page = (
    <PayPage title={t('result.title')}>
      <Result orderId={search.get('order') ?? ''} ticket={ticket} />
    </PayPage>
  );
  return ticket ? page : <SignedIn>{page}</SignedIn>;
};
export default PayResultPage;
