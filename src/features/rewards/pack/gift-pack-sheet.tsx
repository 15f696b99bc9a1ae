import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { GiftPackRow } from '#db/schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/format-money.ts';
import { useWords } from '../../../i18n/more.ts';
import { openStore } from '../../../payments/open-store.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  pack: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(2),
    padding: space(5),
    borderRadius: radius.card,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    backgroundColor: color.raised,
    backgroundImage: `radial-gradient(70% 90% at 50% 0%, ${color.aurora1}, transparent), radial-gradient(70% 90% at 50% 100%, ${color.aurora2}, transparent)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  gems: css({ fontSize: size.xl, fontWeight: 750, letterSpacing: '-0.02em' }),
  bonus: css({ fontWeight: 650, color: color.accentText }),
  price: css({ fontSize: size.lg, fontWeight: 700 }),
  note: css({ fontSize: size.xs, color: color.soft, textAlign: 'center', textWrap: 'pretty' }),
  ways: css({ display: 'grid', gap: space(2) }),
};

type Props = { readonly pack: NonNullable<GiftPackRow['pack']>; readonly onClose: () => void };

/** Offer of the first-purchase pack: content and price. The button opens the store of gems with the pack selected. */
const GiftPackSheet = ({ pack, onClose }: Props) => {
  const ready = useWords('pack');
  const { t } = useTranslation('pack');
  if (!ready) return null;
  const { sku, gems, bonus, price } = pack;
  const get = () => {
    onClose();
    openStore({ source: 'gift_pack', sku });
  };
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div css={styles.root}>
        <div css={styles.pack}>
          <Coin kind="gems" balance={gems + bonus} size={72} />
          <p css={styles.gems}>{t('gems', { gems: formatNumber(gems) })}</p>
          {bonus > 0 ? <p css={styles.bonus}>{t('bonus', { gems: formatNumber(bonus) })}</p> : null}
          <bdi css={styles.price}>{formatMoney(price)}</bdi>
        </div>
        <p css={styles.note}>{t('note')}</p>
        <div css={styles.ways}>
          <Button variant="primary" wide onClick={get}>
            {t('get')}
          </Button>
          <Button variant="quiet" wide onClick={onClose}>
            {t('no')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
};
export default GiftPackSheet;
