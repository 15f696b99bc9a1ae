import { css } from '@emotion/react';
import { Link } from 'wouter';
import { formatNumber } from '../../i18n/format.ts';
import { color, motion, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(72px, 1fr))',
    gap: '1px',
    overflow: 'hidden',
    borderRadius: radius.card,
    backgroundColor: color.line,
    boxShadow: `0 0 0 1px ${color.line}`,
  }),
  item: css({ display: 'grid', backgroundColor: color.surface, minInlineSize: 0 }),
  box: css({
    position: 'relative',
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'center',
    alignItems: 'center',
    minBlockSize: '76px',
    padding: `${space(2)} ${space(1)}`,
    textAlign: 'center',
    'a&': { transition: `background-color ${motion.quick}`, '&:hover': { backgroundColor: color.hover } },
    '&:focus-visible': { outlineOffset: '-3px', borderRadius: radius.field },
  }),
  label: css({ fontSize: size.xs, color: color.soft, overflowWrap: 'anywhere' }),
  value: css({ fontSize: size.lg, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }),
};

type Item = {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** Link to the list that the number counts. */
  readonly href?: string;
};

/** Row of counts with labels, such as likes and friends of a profile. An item with `href` links to the list that it counts. */
export const Numbers = ({ items }: { readonly items: readonly Item[] }) => (
  <ul css={styles.root}>
    {items.map(({ key, label, value, href }) => {
      const words = (
        <>
          <span css={styles.label}>{label}</span>
          <span css={styles.value}>{formatNumber(value)}</span>
        </>
      );
      return (
        <li key={key} css={styles.item}>
          {href === undefined ? (
            <span css={styles.box}>{words}</span>
          ) : (
            <Link href={href} css={styles.box}>
              {words}
            </Link>
          )}
        </li>
      );
    })}
  </ul>
);
