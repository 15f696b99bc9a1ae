import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resultPath } from '#contract/payments/paths.ts';
import type { OrderRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { brandName, cardEnd } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { stateOf } from '../../../payments/order-state.ts';
import { refusalWords } from '../../../payments/refusal-text.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { CardFrame } from './card-frame.tsx';
import { useLeadOn } from './lead-on.ts';
import { useLeave, whenOnline } from './leave.ts';
import { payStyles } from './pay-page.tsx';
import { type PayProblem, problemWords } from './problem.ts';
import { useCardFrame } from './use-card-frame.ts';
import { PurchaseSummary } from './what.tsx';

const NEW = 'new';
type Charge = Parameters<typeof core.chargeOrder>[1];

/** Navigates from a payment page to the result page once the purchase is paid, failed, expired or under review. */
export function useResult(row: OrderRow): void {
  const state = stateOf(row);
  const isOver = state === 'paid' || state === 'failed' || state === 'expired' || state === 'review';
  useEffect(() => {
    if (!isOver) return;
    // The core may hear of the end before the page has a network again.
    return whenOnline(() => location.replace(resultPath(row.orderId)));
  }, [isOver, row.orderId]);
}

/** A purchase that was not created on the server yet, or was refused: the reason and what the user can do. */
export const UnstartedCheckout = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation(['payments', 'common']);
  const leave = useLeave(row.returnTo);
  const state = stateOf(row);
  return (
    <>
      <PurchaseSummary row={row} />
      {state === 'refused' || state === 'unsent' ? (
        <p css={payStyles.note} data-bad role="alert">
          {row.error ? refusalWords(row.error) : t('state.unsent')}
        </p>
      ) : (
        <p css={payStyles.wait} role="status">
          <Spinner /> {t('state.asking')}
        </p>
      )}
      <div css={payStyles.acts}>
        {state === 'unsent' ? (
          <Button variant="primary" onClick={() => void core.retryOrder(row.op)}>
            {t('common:retry')}
          </Button>
        ) : null}
        {state === 'asking' ? null : <Button onClick={leave}>{t('common:back')}</Button>}
      </div>
    </>
  );
};

/** Pays with a saved card, with a new card in the gateway's iframe, or on a page of the gateway. */
export const Checkout = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation(['payments', 'common']);
  const store = useAppState('store');
  const { op, status, pack, channel } = row;
  const next = status?.next;
  const cards = channel === 'card' ? (store?.cards ?? []) : [];
  const [picked, setPicked] = useState(row.cardId);
  const [remember, setRemember] = useState(false);
  const [busy, setBusy] = useState(false);
  const [found, setProblem] = useState<PayProblem>();
  const card = cards.find(({ cardId }) => cardId === picked)?.cardId ?? NEW;
  const isChallenge = next?.kind === 'challenge';
  const leave = useLeave(row.returnTo);
  useResult(row);
  useEffect(() => void core.refreshStore(null), []);
  // With a saved card the user must confirm the charge, so there is no automatic redirect.
  useLeadOn(next?.kind === 'redirect' && row.cardId === undefined ? next.url : undefined);

  const charge = async (by: Charge) => {
    const result = await core.chargeOrder(op, by, newOp());
    setBusy(false);
    if (!result.ok) setProblem(result.error);
  };
  const fields = useCardFrame(isChallenge || (card === NEW && next?.kind === 'frame') ? next.url : undefined, {
    token: ({ token }) => void charge({ token, remember }),
    // The frame's message is not trusted; the server is asked for the state.
    done: () => void core.refreshOrder(op),
  });
  // Once the fields are complete, the note that they are incomplete disappears.
  const problem = found === 'incomplete' && fields.complete ? undefined : found;
  const pay = () => {
    setProblem(undefined);
    if (card === NEW) {
      if (!fields.complete) return setProblem('incomplete');
      setBusy(true);
      return fields.submit();
    }
    setBusy(true);
    return void charge({ cardId: card });
  };
  const cancel = async () => {
    const result = await core.cancelOrder(op, newOp());
    if (result.ok) leave();
    else setProblem(result.error);
  };
  const declined = status?.reason && !isChallenge ? t(`declined.${status.reason}`) : '';
  const note = problem ? problemWords(problem) : declined;
  const left = status?.attemptsLeft;

  if (stateOf(row) === 'waiting' && !busy) {
    return (
      <>
        <PurchaseSummary row={row} />
        <p css={payStyles.wait} role="status">
          <Spinner /> {t('state.waiting')}
        </p>
        <p css={payStyles.small}>{t('result.pendingText')}</p>
        <Button onClick={() => void core.refreshOrder(op)}>{t('look')}</Button>
      </>
    );
  }
  return (
    <>
      <PurchaseSummary row={row} />
      {note ? (
        <p css={payStyles.note} data-bad role="alert">
          {note}
          {declined && !problem && left ? ` ${t('attempts', { number: formatNumber(left) })}` : ''}
        </p>
      ) : null}
      {isChallenge ? (
        <p css={payStyles.soft} role="status">
          {t('challenge')}
        </p>
      ) : null}
      {cards.length > 0 && !isChallenge ? (
        <Group>
          <RadioList
            legend={t('way.card')}
            value={card}
            options={[
              ...cards.map(({ cardId, brand, last4, expires }) => ({
                value: cardId,
                label: t('card', { brand: brandName(brand), last4 }),
                hint: cardEnd(expires),
              })),
              { value: NEW, label: t('newCard') },
            ]}
            disabled={busy}
            onChoose={setPicked}
          />
        </Group>
      ) : null}
      {fields.src ? <CardFrame of={fields} title={t(isChallenge ? 'challengeFrame' : 'frame')} /> : null}
      {card === NEW && next?.kind === 'frame' ? (
        <Group note={t('provider')}>
          <Switch label={t('keep')} on={remember} disabled={busy} onSwitch={setRemember} />
        </Group>
      ) : null}
      <div css={payStyles.acts}>
        {isChallenge ? null : next?.kind === 'redirect' && card === NEW ? (
          <>
            <p css={payStyles.small}>{t('pageText')}</p>
            <Button variant="primary" onClick={() => location.assign(next.url)}>
              {t('pay', { price: formatMoney(pack.price) })}
            </Button>
          </>
        ) : (
          <Button variant="primary" aria-busy={busy} disabled={busy} onClick={pay}>
            {busy ? t('paying') : t('pay', { price: formatMoney(pack.price) })}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void cancel()}>
          {t('cancel')}
        </Button>
      </div>
    </>
  );
};
