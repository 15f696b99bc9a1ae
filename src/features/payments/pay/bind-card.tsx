import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NextStep, SavedCard } from '#contract/payments/orders.ts';
import { core } from '../../../core/core.ts';
import { explain } from '../../../i18n/errors.ts';
import { brandName } from '../../../payments/card-brand.ts';
import { newOp } from '../../../payments/new-op.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CardFrame } from './card-frame.tsx';
import { useLeave } from './leave.ts';
import { payStyles } from './pay-page.tsx';
import { useCardFrame } from './use-card-frame.ts';

type Begun = { readonly bindId: string; readonly next?: NextStep | undefined };

/** Keeps a card without a purchase. `op` names the attempt, so that a reload goes on with it. */
export const BindCard = ({ op }: { readonly op: string }) => {
  const { t } = useTranslation(['payments', 'common']);
  const [begun, setBegun] = useState<Begun>();
  const [kept, setKept] = useState<SavedCard>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const leave = useLeave(undefined);
  useEffect(() => {
    void core.beginCard(op).then((answer) => (answer.ok ? setBegun(answer.value) : setProblem(explain(answer.error))));
  }, [op]);
  const next = begun?.next;
  const isChallenge = next?.kind === 'challenge';
  const keep = async (token: string) => {
    const answer = await core.keepCard(begun?.bindId ?? '', token, newOp());
    setBusy(false);
    if (!answer.ok) setProblem(explain(answer.error));
    else if (answer.value.card) setKept(answer.value.card);
    else if (answer.value.declined) setProblem(t(`declined.${answer.value.declined}`));
  };
  const fields = useCardFrame(isChallenge || next?.kind === 'frame' ? next.url : undefined, {
    token: ({ token }) => void keep(token),
    done: () => void core.refreshStore(null),
  });
  const save = () => {
    setProblem('');
    if (!fields.complete) return setProblem(t('incomplete'));
    setBusy(true);
    return fields.submit();
  };
  if (kept) {
    const { brand, last4 } = kept;
    return (
      <>
        <p css={payStyles.soft} role="status">
          {t('bind.saved', { card: t('card', { brand: brandName(brand), last4 }) })}
        </p>
        <Button look="primary" onClick={leave}>
          {t('result.back')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p css={payStyles.soft}>{t('bind.lead')}</p>
      {problem ? (
        <p css={payStyles.note} data-bad role="alert">
          {problem}
        </p>
      ) : null}
      {begun || problem ? null : (
        <p css={payStyles.wait} role="status">
          <Spinner /> {t('state.asking')}
        </p>
      )}
      {fields.src ? <CardFrame of={fields} title={t('frame')} /> : null}
      <p css={payStyles.small}>{t('provider')}</p>
      <div css={payStyles.acts}>
        {next?.kind === 'frame' ? (
          <Button look="primary" disabled={busy} onClick={save}>
            {t('bind.save')}
          </Button>
        ) : null}
        {next?.kind === 'redirect' ? (
          <Button look="primary" onClick={() => location.assign(next.url)}>
            {t('continue')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={leave}>
          {t('common:back')}
        </Button>
      </div>
    </>
  );
};
