import { css } from '@emotion/react';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hosting } from '#contract/hosting/endpoints.ts';
import { userActions } from '../../../core/core.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(4) }),
  row: css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space(3) }),
  price: css({ flex: 1, minInlineSize: 0, textAlign: 'center', fontWeight: 650 }),
  note: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
};

/** The price of a host's new calls, within the bounds and steps of the operator, and how many changes are left within 24 hours. */
export const Price = ({ host }: { readonly host: NonNullable<Hosting['host']> }) => {
  const { t } = useTranslation('hosting');
  const { price, priceChangesLeft, sharePercent } = host;
  const { min, max, step } = host.bounds;
  const [chosen, setChosen] = useState<number>();
  const [busy, setBusy] = useState(false);
  const shown = chosen ?? price;
  const move = (to: number) => setChosen(Math.min(max, Math.max(min, to)));
  // A price from before the operator changed the bounds is not on the grid: the first step goes to the nearest one.
  const onGrid = min + Math.round((shown - min) / step) * step;
  const highest = min + Math.floor((max - min) / step) * step;
  const save = async () => {
    setBusy(true);
    const result = await userActions.setHostPrice(shown);
    setBusy(false);
    if (result.ok) setChosen(undefined);
    reportOutcome(result, t('price.saved', { gems: formatNumber(shown) }));
  };
  return (
    <Group title={t('price.title')} note={t('price.note')}>
      <div css={styles.root}>
        <div css={styles.row}>
          <IconButton
            label={t('price.less')}
            variant="raised"
            disabled={shown <= min}
            onClick={() => move(onGrid - step)}
          >
            <Minus size={20} />
          </IconButton>
          <output css={styles.price}>{t('price.perMinute', { gems: formatNumber(shown) })}</output>
          <IconButton
            label={t('price.more')}
            variant="raised"
            disabled={shown >= highest}
            onClick={() => move(Math.min(highest, onGrid + step))}
          >
            <Plus size={20} />
          </IconButton>
        </div>
        <p css={styles.note}>{t('price.earn', { gems: formatNumber(Math.floor((shown * sharePercent) / 100)) })}</p>
        <p css={styles.note}>
          {priceChangesLeft > 0 ? t('price.left', { number: formatNumber(priceChangesLeft) }) : t('price.none')}
        </p>
        <Button
          variant="primary"
          disabled={busy || shown === price || priceChangesLeft === 0}
          onClick={() => void save()}
        >
          {t('price.save')}
        </Button>
      </div>
    </Group>
  );
};
