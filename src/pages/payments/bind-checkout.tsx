import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { BindCard } from '../../features/payments/pay/bind-card.tsx';
import { PayPage } from '../../features/payments/pay/pay-page.tsx';
import { SignedIn } from '../../features/payments/pay/signed-in.tsx';
import { useWords } from '../../i18n/more.ts';

/** Route /bindcheckout?op=: saves a card without a purchase (product 2.1). */
const BindCheckoutPage = () => {
  const ready = useWords('payments');
  const { t } = useTranslation('payments');
  const op = new URLSearchParams(useSearch()).get('op') ?? '';
  if (!ready) return null;
  return (
    <SignedIn>
      <PayPage title={t('bind.title')}>
        <BindCard op={op} />
      </PayPage>
    </SignedIn>
  );
};
export default BindCheckoutPage;
