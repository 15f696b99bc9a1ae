import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { PayFor } from '../../features/payments/pay/pay-for.tsx';
import { UpiWait } from '../../features/payments/pay/upi.tsx';
import { useWords } from '../../i18n/more.ts';

/** Route /upiprocess?order=: waits for the approval in the UPI app (product 2.1). */
const UpiProcessPage = () => {
  const ready = useWords('payments');
  const { t } = useTranslation('payments');
  const order = new URLSearchParams(useSearch()).get('order') ?? '';
  if (!ready) return null;
  return (
    <PayFor title={t('upi.wait')} order={order}>
      {(row) => <UpiWait row={row} />}
    </PayFor>
  );
};
export default UpiProcessPage;
