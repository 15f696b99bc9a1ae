import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  sums: css({ display: 'grid', gridTemplateColumns: '1fr auto', gap: space(2), margin: 0, '& > dd': { margin: 0 } }),
  note: css({
    display: 'grid',
    gap: space(2),
    padding: space(3),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    fontSize: size.xs,
    '&[data-bad]': { backgroundColor: color.dangerWash, color: color.danger },
  }),
};

type Props = {
  /** Price of the content, in gems. */
  readonly price: number;
  readonly busy: boolean;
  /** Whether the content is known to have been deleted. */
  readonly gone: boolean;
  /** Why the last attempt to buy failed; undefined if none did. */
  readonly fault: AppError | undefined;
  /** Called with the price in gems that the button showed. */
  readonly onOpen: (shown: number) => void;
};

/**
 * Payment section of the sheets of paid messages and exclusive pages: price, balance after it, the reason why it is not possible,
 * and the button that buys.
 */
export const Purchase = ({ price: shownPrice, busy, gone, fault, onOpen }: Props) => {
  const { t } = useTranslation('unlock');
  const gems = useAppState('account')?.gemsBalance;
  const price = (fault?.code === 'price-changed' ? fault.price : undefined) ?? shownPrice;
  const missing = Math.max(0, price - (gems ?? price));
  const need = fault?.code === 'gems-insufficient' ? fault.need : missing;
  const isGone = gone || fault?.code === 'gone';

  function words(): string | undefined {
    if (isGone) return t('goneFree');
    if (!fault || fault.code === 'gems-insufficient') return undefined;
    if (fault.code === 'price-changed') return t('exclusive.changed');
    return fault.code === 'timeout' ? t('unknown') : explain(fault);
  }
  const note = words();
  return (
    <div css={styles.root}>
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
      {note === undefined ? null : (
        <p css={styles.note} data-bad role="alert">
          {note}
        </p>
      )}
      {need > 0 && !isGone ? (
        <GetGems variant="primary" wide scene={{ source: 'unlock', need }} />
      ) : (
        <Button variant="primary" wide disabled={busy || isGone} onClick={() => onOpen(price)}>
          {busy ? t('opening') : t('open', { gems: formatNumber(price) })}
        </Button>
      )}
    </div>
  );
};
