import { css } from '@emotion/react';
import { formatNumber } from '../../i18n/format.ts';
import { Hidden } from '../style/hidden.tsx';
import { size, space } from '../style/tokens.ts';
import { Coin } from './coin.tsx';

const styles = {
  root: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    '&[data-size="large"]': { gap: space(3), fontSize: size.xxl, letterSpacing: '-0.02em' },
  }),
};

type Props = {
  readonly kind: 'gems' | 'silver';
  readonly value: number;
  /** Name of the unit, for screen readers. */
  readonly label: string;
  readonly large?: boolean;
};

/** Amount of gems or silver: the currency's icon and the number. */
export const Amount = ({ kind, value, label, large = false }: Props) => (
  <span css={styles.root} data-size={large ? 'large' : undefined}>
    <Coin kind={kind} balance={value} size={large ? 44 : 22} />
    <Hidden>{label} </Hidden>
    <span>{formatNumber(value)}</span>
  </span>
);
