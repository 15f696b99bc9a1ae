import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { Checkout, UnstartedCheckout } from '../../features/payments/pay/checkout.tsx';
import { PayFor } from '../../features/payments/pay/pay-for.tsx';
import { useWords } from '../../i18n/more.ts';

/** Route /checkoutCards?op=: pays a purchase of this device by card, or on a page of the gateway (product 2.1). */
const CheckoutCardsPage = () => {
  const ready = useWords('payments');
  const { t } = useTranslation('payments');
  const op = new URLSearchParams(useSearch()).get('op') ?? '';
  if (!ready) return null;
  return (
    <PayFor title={t('checkout')} op={op}>
      {(row) => (row.state === 'made' ? <Checkout row={row} /> : <UnstartedCheckout row={row} />)}
    </PayFor>
  );
};
export default CheckoutCardsPage;
