import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardBinding } from '#contract/payments/orders.ts';
import type { Result } from '#contract/result.ts';
import { core, userActions } from '../../../core/core.ts';
import { brandName } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { CardFrame } from './card-frame.tsx';
import { useLeadOn } from './lead-on.ts';
import { useLeave } from './leave.ts';
import { payStyles } from './pay-page.tsx';
import { type PayProblem, problemWords } from './problem.ts';
import { useCardFrame } from './use-card-frame.ts';

/** Saves a card without a purchase. `op` identifies the attempt, so that it resumes after a reload or a return from the bank. */
export const BindCard = ({ op }: { readonly op: string }) => {
  const { t } = useTranslation(['payments', 'common']);
  const [begun, setBegun] = useState<CardBinding>();
  const [found, setProblem] = useState<PayProblem>();
  const [busy, setBusy] = useState(false);
  const leave = useLeave(undefined);
  const take = (answer: Result<CardBinding>) => {
    setBusy(false);
    if (answer.ok) setBegun((before) => ({ ...answer.value, bindId: answer.value.bindId ?? before?.bindId }));
    else setProblem(answer.error);
  };
  const ask = () => void core.beginCard(op).then(take);
  const askAgain = () => {
    setProblem(undefined);
    void userActions.beginCard(op).then(take);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each `op`
  useEffect(ask, [op]);
  const { next, card: savedCard, reason } = begun ?? {};
  const isChallenge = next?.kind === 'challenge';
  useLeadOn(next?.kind === 'redirect' ? next.url : undefined);
  const fields = useCardFrame(isChallenge || next?.kind === 'frame' ? next.url : undefined, {
    token: ({ token }) => void core.saveCard(begun?.bindId ?? '', token, newOp()).then(take),
    // The frame's message is not trusted; the server is asked for the result.
    done: ask,
  });
  // Once the fields are complete, the note that they are incomplete disappears.
  const problem = found === 'incomplete' && fields.complete ? undefined : found;
  const save = () => {
    setProblem(undefined);
    if (!fields.complete) return setProblem('incomplete');
    setBusy(true);
    return fields.submit();
  };
  const declined = reason && !isChallenge ? t(`declined.${reason}`) : '';
  const note = problem ? problemWords(problem) : declined;
  if (savedCard) {
    const { brand, last4 } = savedCard;
    return (
      <>
        <p css={payStyles.soft} role="status">
          {t('bind.saved', { card: t('card', { brand: brandName(brand), last4 }) })}
        </p>
        <Button variant="primary" onClick={leave}>
          {t('result.back')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p css={payStyles.soft} role={isChallenge ? 'status' : undefined}>
        {t(isChallenge ? 'bind.challenge' : 'bind.lead')}
      </p>
      {note ? (
        <p css={payStyles.note} data-bad role="alert">
          {note}
        </p>
      ) : null}
      {begun || problem ? null : (
        <p css={payStyles.wait} role="status">
          <Spinner /> {t('state.asking')}
        </p>
      )}
      {fields.src ? <CardFrame of={fields} title={t(isChallenge ? 'challengeFrame' : 'frame')} /> : null}
      <p css={payStyles.small}>{t('provider')}</p>
      <div css={payStyles.acts}>
        {next?.kind === 'frame' ? (
          <Button variant="primary" disabled={busy} onClick={save}>
            {t('bind.save')}
          </Button>
        ) : null}
        {next?.kind === 'redirect' ? (
          <Button variant="primary" onClick={() => location.assign(next.url)}>
            {t('continue')}
          </Button>
        ) : null}
        {problem && !begun ? (
          <Button variant="primary" onClick={askAgain}>
            {t('common:retry')}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={leave}>
          {t('common:back')}
        </Button>
      </div>
    </>
  );
};
