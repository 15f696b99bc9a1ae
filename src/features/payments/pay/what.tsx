import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#db/schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { Coin } from '../../../ui/mark/coin.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space(3),
    padding: space(3),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    fontVariantNumeric: 'tabular-nums',
  }),
  gems: css({ flex: 1, display: 'grid', fontWeight: 700 }),
  bonus: css({ fontSize: size.xs, color: color.accentText }),
  price: css({ fontSize: size.lg, fontWeight: 750 }),
};

/** Summary, on the payment pages, of what is bought: gems, bonus and price. */
export const PurchaseSummary = ({ row: { pack } }: { readonly row: OrderRow }) => {
  const { t } = useTranslation('payments');
  return (
    <div css={styles.root}>
      <Coin kind="gems" balance={pack.gems + pack.bonus} size={40} />
      <span css={styles.gems}>
        <span>
          {formatNumber(pack.gems)} <Hidden>{t('gems')}</Hidden>
        </span>
        {pack.bonus > 0 ? <span css={styles.bonus}>{t('bonus', { gems: formatNumber(pack.bonus) })}</span> : null}
      </span>
      <span css={styles.price}>{formatMoney(pack.price)}</span>
    </div>
  );
};
