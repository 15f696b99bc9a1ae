import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Hidden } from '../ui/style/hidden.tsx';
import { color, portrait, radius, size, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1),
    flexShrink: 0,
    minBlockSize: '26px',
    paddingInline: space(2),
    borderRadius: radius.pill,
    backgroundColor: color.accentWash,
    color: color.accentText,
    fontSize: size.xs,
    fontWeight: 650,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '&[data-on="portrait"]': { backgroundColor: portrait.glass, color: portrait.ink },
  }),
};

type Props = {
  /** Gems per started minute; no tag is shown for 0. */
  readonly price: number;
  readonly on?: 'surface' | 'portrait';
  /** True where the price is already in the text for screen readers. */
  readonly silent?: boolean;
};

/** The price of a call with a person; renders nothing for a price of 0. */
export const PriceTag = ({ price, on = 'surface', silent = false }: Props) => {
  const { t } = useTranslation('people');
  if (price <= 0) return null;
  return (
    <span css={styles.root} data-on={on}>
      <Gem size={13} aria-hidden="true" />
      <span aria-hidden="true">{t('priceShort', { count: price })}</span>
      {silent ? null : <Hidden>{t('price', { count: price })}</Hidden>}
    </span>
  );
};
