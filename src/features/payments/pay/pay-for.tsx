import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPurchase, readPurchaseOf } from '#db/reads/payments.ts';
import type { OrderRow } from '#db/schema.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { OWN_HOME } from '../../../paths.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { PayPage, payStyles } from './pay-page.tsx';
import { SignedIn } from './signed-in.tsx';

/** The popup may open before the core has stored its purchase; after this time the page reports that there is none, ms. */
const PATIENCE_MS = 8_000;

type Props = {
  readonly title: string;
  /** Operation id of the purchase; without it, `order` is its order id. */
  readonly op?: string;
  readonly order?: string;
  readonly children: (row: OrderRow) => ReactNode;
};

/** Wrapper of the payment pages: loads the purchase of the URL (`op` or `order`) from this device and requires a session. */
export const PayFor = ({ title, op = '', order = '', children }: Props) => {
  const { t } = useTranslation('payments');
  const row = useLiveQuery(() => (op ? readPurchase(op) : readPurchaseOf(order)), [op, order]);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const missing = isLate ? (
    <>
      <p css={payStyles.soft} role="alert">
        {t('noOrder')}
      </p>
      <a href={OWN_HOME} css={buttonStyle} data-look="primary">
        {t('result.back')}
      </a>
    </>
  ) : (
    <p css={payStyles.wait} role="status">
      <Spinner /> {t('state.asking')}
    </p>
  );
  return (
    <SignedIn>
      <PayPage title={title}>{row ? children(row) : missing}</PayPage>
    </SignedIn>
  );
};
