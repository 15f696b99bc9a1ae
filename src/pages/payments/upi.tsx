import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { UnstartedCheckout } from '../../features/payments/pay/checkout.tsx';
import { PayFor } from '../../features/payments/pay/pay-for.tsx';
import { UpiPay } from '../../features/payments/pay/upi.tsx';
import { useWords } from '../../i18n/more.ts';

/** Route /upi?op=: pays a purchase with a UPI app (product 2.1). */
const UpiPage = () => {
  const ready = useWords('payments');
  const { t } = useTranslation('payments');
  const op = new URLSearchParams(useSearch()).get('op') ?? '';
  if (!ready) return null;
  return (
    <PayFor title={t('upi.title')} op={op}>
      {(row) => (row.state === 'made' ? <UpiPay row={row} /> : <UnstartedCheckout row={row} />)}
    </PayFor>
  );
};
export default UpiPage;
