import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderRecord } from '#contract/payments/orders.ts';
import { core } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { SupportLink } from '../../../messages/support-link.tsx';
import { brandName } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { dateTime } from './date-time.ts';
import { createRefundNames } from './refund-names.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  facts: css({
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: `${space(2)} ${space(4)}`,
    fontSize: size.xs,
    '& > dt': { color: color.soft },
    '& > dd': { margin: 0, textAlign: 'end', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  }),
  note: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
};

/** Receipt of a purchase with its reversals, and a button to refund the unused gems. */
export const OrderDetails = ({ order, onDone }: { readonly order: OrderRecord; readonly onDone: () => void }) => {
  const { t } = useTranslation('history');
  const [isConfirming, setConfirming] = useState(false);
  const [names] = useState(() => createRefundNames(newOp));
  const { receipt, refundable, reversals } = order;
  const refund = async () => {
    if (!refundable) return;
    const { gems } = refundable;
    const result = await core.refundOrder(order.orderId, gems, names.nameFor(gems));
    names.answered(result.ok ? undefined : result.error);
    reportOutcome(result, t('refund.done', { price: formatMoney(refundable.price) }));
    setConfirming(false);
    onDone();
  };
  const facts: readonly (readonly [string, string])[] = [
    [t('receipt.number'), order.orderId],
    [t('receipt.at'), dateTime(receipt?.paidAt ?? order.at)],
    [t('receipt.gems'), formatNumber(order.gems)],
    ...(order.bonus > 0 ? [[t('receipt.bonus'), formatNumber(order.bonus)] as const] : []),
    [t('receipt.price'), formatMoney(order.price)],
    [
      t('receipt.way'),
      receipt?.card ? `${brandName(receipt.card.brand)} ···· ${receipt.card.last4}` : t(`channel.${order.channel}`),
    ],
    ...reversals.map(
      ({ kind, state, gems, price }) =>
        [
          t(`reversal.${kind}`),
          `${formatMoney(price)}${gems > 0 ? ` · ${t('gems', { gems: formatNumber(gems) })}` : ''} · ${t(`state.${state}`)}`,
        ] as const,
    ),
  ];
  return (
    <div css={styles.root}>
      <dl css={styles.facts}>
        {facts.map(([name, value]) => [
          <dt key={`${name}-${value}`}>{name}</dt>,
          <dd key={`${value}-${name}`}>
            <bdi>{value}</bdi>
          </dd>,
        ])}
      </dl>
      {refundable ? (
        <>
          <p css={styles.note}>
            {t('refund.offer', { gems: formatNumber(refundable.gems), price: formatMoney(refundable.price) })}
          </p>
          <Button onClick={() => setConfirming(true)}>{t('refund.ask')}</Button>
        </>
      ) : null}
      <SupportLink topic={{ kind: 'purchase', id: order.orderId }} />
      <ConfirmDialog
        open={isConfirming}
        title={t('refund.title')}
        text={
          refundable
            ? t('refund.text', { gems: formatNumber(refundable.gems), price: formatMoney(refundable.price) })
            : ''
        }
        action={t('refund.yes')}
        onConfirm={refund}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
};
