import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { androidIntents, iosLinks, readUpi } from '#contract/payments/upi.ts';
import type { OrderRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { deviceOf } from '../../../data/platform.ts';
import { useServerNow } from '../../../data/use-server-now.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatClock } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { newOp } from '../../../payments/new-op.ts';
import { payPath, upiWaitPath } from '../../../payments/pay-paths.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { QrCode } from '../../../ui/mark/qr-code.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { useResult } from './checkout.tsx';
import { useLeave } from './leave.ts';
import { onReturn } from './on-return.ts';
import { payStyles } from './pay-page.tsx';
import { PurchaseSummary } from './what.tsx';

const styles = {
  code: css({ inlineSize: 'min(100%, 240px)', marginInline: 'auto' }),
  apps: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(8.5rem, 40%), 1fr))',
    gap: space(2),
    '& > :last-child': { gridColumn: '1 / -1' },
  }),
};

const APPS = { gpay: 'Google Pay', phonepe: 'PhonePe', paytm: 'Paytm', bhim: 'BHIM' } as const;

/** Time until the payment request expires; afterwards advice on what to do. */
const TimeLeft = ({ until }: { readonly until: number }) => {
  const { t } = useTranslation('payments');
  const left = Math.max(0, until - useServerNow());
  return (
    <p css={payStyles.small} role="timer">
      {left > 0 ? t('upi.left', { time: formatClock(left / 1_000) }) : t('upi.lapsed')}
    </p>
  );
};

/** Pays with a UPI app: on a desktop with a QR code for the phone, on a phone by opening the app. */
export const UpiPay = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation('payments');
  useResult(row);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);
  const next = row.status?.next;
  if (next?.kind !== 'upi' || !readUpi(next.uri).ok) {
    return (
      <>
        <PurchaseSummary row={row} />
        <p css={payStyles.wait} role="status">
          <Spinner /> {t('state.waiting')}
        </p>
        <Button onClick={() => void core.refreshOrder(row.op)}>{t('look')}</Button>
      </>
    );
  }
  const { uri, page, until } = next;
  const wait = upiWaitPath(row.orderId);
  const links = deviceOf(navigator) === 'ios' ? iosLinks(uri) : androidIntents(uri);
  return (
    <>
      <PurchaseSummary row={row} />
      {deviceOf(navigator) !== 'computer' ? (
        <>
          <p css={payStyles.soft}>{t('upi.choose')}</p>
          <div css={styles.apps}>
            {links.map(({ app, href }) => (
              <a
                key={app}
                href={href}
                css={buttonStyle}
                data-look="plain"
                onClick={() => {
                  stopWaiting.current();
                  stopWaiting.current = onReturn(document, () => location.assign(wait));
                }}
              >
                {app === 'any' ? t('upi.other') : APPS[app]}
              </a>
            ))}
          </div>
        </>
      ) : (
        <>
          <p css={payStyles.soft}>{t('upi.scan')}</p>
          <div css={styles.code}>
            <QrCode text={page ?? uri} label={t('upi.code', { price: formatMoney(row.pack.price) })} />
          </div>
        </>
      )}
      <TimeLeft until={until} />
      <div css={payStyles.acts}>
        <a href={wait} css={buttonStyle} data-look="primary">
          {t('upi.paid')}
        </a>
        <CancelOrder row={row} />
      </div>
    </>
  );
};

const CancelOrder = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation('payments');
  const leave = useLeave(row.returnTo);
  const cancel = async () => {
    const result = await core.cancelOrder(row.op, newOp());
    if (result.ok) leave();
    else showToast(explain(result.error), 'bad');
  };
  return (
    <Button variant="quiet" onClick={() => void cancel()}>
      {t('cancel')}
    </Button>
  );
};

/** Waits for the approval in the UPI app. It navigates to the result by itself. */
export const UpiWait = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation('payments');
  useResult(row);
  const next = row.status?.next;
  const syncOrder = async () => {
    await core.refreshOrder(row.op);
    showToast(t('upi.notYet'));
  };
  return (
    <>
      <PurchaseSummary row={row} />
      <p css={payStyles.wait} role="status">
        <Spinner /> {t('upi.approve', { price: formatMoney(row.pack.price) })}
      </p>
      {next?.kind === 'upi' ? <TimeLeft until={next.until} /> : null}
      <p css={payStyles.small}>{t('result.pendingText')}</p>
      <div css={payStyles.acts}>
        <Button variant="primary" onClick={() => void syncOrder()}>
          {t('upi.paid')}
        </Button>
        {next?.kind === 'upi' ? (
          <a href={payPath(row.op, 'upi')} css={buttonStyle} data-look="plain">
            {t('upi.again')}
          </a>
        ) : null}
        <CancelOrder row={row} />
      </div>
    </>
  );
};
