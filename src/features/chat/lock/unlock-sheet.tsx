import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { readMessage } from '#db/reads/uploads.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { lockViewOf, paidIn } from '../../../messages/media/lock-view.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { color, size, space } from '../../../ui/tokens.ts';
import { LockedLook } from './locked-look.tsx';
import { lockStyles, TooFew } from './too-few.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  what: css({ fontSize: size.xs, color: color.soft, textAlign: 'center' }),
  sums: css({ display: 'grid', gridTemplateColumns: '1fr auto', gap: space(2), margin: 0, '& > dd': { margin: 0 } }),
};

type Props = { readonly mid: string; readonly onClose: () => void };

/** Asks before a message is paid for: what it is, what it costs, and what is left. */
const UnlockSheet = ({ mid, onClose }: Props) => {
  const ready = useWords('unlock');
  const { t } = useTranslation('unlock');
  const row = useLiveQuery(async () => (await readMessage(mid)) ?? null, [mid]);
  const gems = useAppState('account')?.gemsBalance;
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AppError>();
  const view = row ? lockViewOf(row, []) : undefined;
  const paid = paidIn(row?.payload);
  // Opened here or on another device, or no message any more.
  const isDone = row === null || (view !== undefined && view.state === 'opened');
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (!ready || !row || !view || !paid || isDone) return null;

  const price = view.price.gems;
  const need = fault?.code === 'gems-insufficient' ? fault.need : Math.max(0, price - (gems ?? price));
  const isGone = view.state === 'gone' || fault?.code === 'gone';
  const open = async () => {
    setBusy(true);
    setFault(undefined);
    const result = await core.unlock(mid);
    setBusy(false);
    if (result.ok) onClose();
    else setFault(result.error);
  };
  const what =
    'items' in paid
      ? t('photos', { number: formatNumber(paid.items.length) })
      : t('clip', { time: formatClock(paid.ms / 1_000) });
  const failed = fault && !isGone && fault.code !== 'gems-insufficient' ? explainFault(fault, t('unknown')) : undefined;
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div css={styles.root}>
        <LockedLook row={row} />
        <p css={styles.what}>{what}</p>
        <dl css={styles.sums}>
          <dt>{t('price')}</dt>
          <dd>
            <Amount kind="gems" value={price} label={t('price')} />
          </dd>
          {need === 0 && gems !== undefined && !isGone ? (
            <>
              <dt>{t('after')}</dt>
              <dd>
                <Amount kind="gems" value={gems - price} label={t('after')} />
              </dd>
            </>
          ) : null}
        </dl>
        {isGone ? (
          <p css={lockStyles.note} data-bad role="alert">
            {t('goneFree')}
          </p>
        ) : null}
        {need > 0 && !isGone ? <TooFew need={need} onLeave={onClose} /> : null}
        {failed ? (
          <p css={lockStyles.note} data-bad role="alert">
            {failed}
          </p>
        ) : null}
        <Button look="primary" wide disabled={busy || isGone || need > 0} onClick={() => void open()}>
          {busy ? t('opening') : t('open', { gems: formatNumber(price) })}
        </Button>
      </div>
    </Sheet>
  );
};
export default UnlockSheet;

const explainFault = (error: AppError, unknown: string) => (error.code === 'timeout' ? unknown : explain(error));
