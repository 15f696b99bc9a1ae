import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderStatus, PayStatus } from '#contract/payments/orders.ts';
import type { ErrorCode } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { explainCode } from '../../../i18n/errors.ts';
import { formatDay, formatNumber, formatTime } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { SupportLink } from '../../../messages/support-link.tsx';
import { brandName } from '../../../payments/card-brand.ts';
import { usePurchaseOf } from '../../../payments/use-purchases.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { useLeave } from './leave.ts';
import { payStyles } from './pay-page.tsx';

const styles = {
  said: css({ display: 'grid', gap: space(2), justifyItems: 'center', textAlign: 'center' }),
  mark: css({ '&[data-tone="good"]': { color: color.online }, '&[data-tone="bad"]': { color: color.danger } }),
};
const RESULT_VIEWS: {
  readonly [P in PayStatus]: readonly [words: 'paid' | 'pending' | 'failed' | 'expired' | 'review', Icon: LucideIcon];
} = {
  TXN_SUCCESS: ['paid', CircleCheck],
  PENDING: ['pending', Clock],
  TXN_FAILURE: ['failed', CircleAlert],
  TXN_EXPIRED: ['expired', CircleAlert],
  TXN_REVIEW: ['review', Clock],
};
const ASK_MS = 5_000;
/** Errors that are final: the order is not polled again. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not-found', 'bad-request']);

/** Polls the state of an order that is not stored on this device (`isNeeded`), until it or an error is final, or the page is left. */
function useOrder(orderId: string, ticket: string | null, isNeeded: boolean) {
  const [status, setStatus] = useState<OrderStatus>();
  const [problem, setProblem] = useState<ErrorCode>();
  useEffect(() => {
    if (!isNeeded) return;
    let timer = 0;
    let isShown = true;
    const ask = async () => {
      const answer = await core.readOrder({ orderId, ...(ticket && { ticket }) });
      if (!isShown) return;
      if (answer.ok) setStatus(answer.value);
      setProblem(answer.ok ? undefined : answer.error.code);
      const again = answer.ok ? answer.value.againMs : FINAL.has(answer.error.code) ? 0 : ASK_MS;
      if (again > 0) timer = window.setTimeout(() => void ask(), again);
    };
    void ask();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [orderId, ticket, isNeeded]);
  return { status, problem };
}

/** Result of a payment. In another browser a ticket gives access to the state alone. */
export const Result = ({ orderId, ticket }: { readonly orderId: string; readonly ticket: string | null }) => {
  const { t } = useTranslation('payments');
  const session = useSession();
  const account = useAppState('account');
  const row = usePurchaseOf(orderId);
  const leave = useLeave(row?.returnTo);
  const polled = useOrder(orderId, session ? null : ticket, session !== undefined && row === null);
  const op = row?.op;
  // The stored state may be outdated, for example after a return from the bank.
  useEffect(() => {
    if (op) void core.refreshOrder(op);
  }, [op]);
  const status = row?.status ?? polled.status;
  if (!status) {
    return polled.problem ? (
      <>
        <p css={payStyles.note} data-bad role="alert">
          {explainCode(FINAL.has(polled.problem) ? 'not-found' : polled.problem)}
        </p>
        <div css={payStyles.acts}>
          <Button variant="primary" onClick={leave}>
            {t('result.back')}
          </Button>
        </div>
      </>
    ) : (
      <p css={payStyles.wait} role="status">
        <Spinner /> {t('state.waiting')}
      </p>
    );
  }
  const [words, Icon] = RESULT_VIEWS[status.payStatus];
  const { receipt } = status;
  const gems = (receipt?.gems ?? status.gems ?? 0) + (receipt?.bonus ?? status.bonus ?? 0);
  const tone = words === 'paid' ? 'good' : words === 'failed' || words === 'expired' ? 'bad' : 'calm';
  return (
    <>
      <div role="status" css={styles.said}>
        <Icon size={44} aria-hidden="true" css={styles.mark} data-tone={tone} />
        <h2>{t(`result.${words}`)}</h2>
        <p css={payStyles.soft}>
          {words === 'paid' && gems > 0
            ? t('result.paidGems', { gems: formatNumber(gems) })
            : words === 'failed' && status.reason
              ? t(`declined.${status.reason}`)
              : t(`result.${words}Text`)}
        </p>
      </div>
      {receipt ? (
        <dl css={payStyles.facts} aria-label={t('result.receipt')}>
          <dt>{t('result.amount')}</dt>
          <dd>{formatMoney(receipt.price)}</dd>
          <dt>{t('result.by')}</dt>
          <dd>
            {receipt.card
              ? t('card', { brand: brandName(receipt.card.brand), last4: receipt.card.last4 })
              : t(`way.${receipt.channel}`)}
          </dd>
          <dt>{t('result.when')}</dt>
          <dd>
            {formatDay(receipt.paidAt, Date.now())}, {formatTime(receipt.paidAt)}
          </dd>
          <dt>{t('result.order')}</dt>
          <dd>
            <bdi>{orderId}</bdi>
          </dd>
          <dt>{t('balance')}</dt>
          <dd>
            <Amount kind="gems" value={account?.gemsBalance ?? 0} label={t('balance')} />
          </dd>
        </dl>
      ) : null}
      <div css={payStyles.acts}>
        {words === 'pending' && op ? <Button onClick={() => void core.refreshOrder(op)}>{t('look')}</Button> : null}
        {session && words !== 'pending' && words !== 'paid' ? (
          <SupportLink topic={{ kind: 'purchase', id: orderId }} open={(path) => location.assign(path)} />
        ) : null}
        {session ? (
          <Button variant="primary" onClick={leave}>
            {t('result.back')}
          </Button>
        ) : null}
      </div>
    </>
  );
};
