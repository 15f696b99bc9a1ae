import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { accent, color, motion, radius, size, space } from '../style/tokens.ts';
import { TabRow } from './tab-row.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(4), minInlineSize: 0, alignContent: 'start' }),
  list: css({
    display: 'flex',
    gap: space(1),
    minInlineSize: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    boxShadow: `inset 0 -1px 0 ${color.line}`,
    marginInline: `-${space(4)}`,
    paddingInline: space(4),
  }),
  tab: css({
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    flexShrink: 0,
    minBlockSize: '48px',
    paddingInline: space(3),
    fontWeight: 600,
    color: color.soft,
    whiteSpace: 'nowrap',
    transition: `color ${motion.quick}`,
    '&:hover': { color: color.text },
    '&[data-active]': { color: color.text },
    '&:focus-visible': { outlineOffset: '-4px', borderRadius: '12px' },
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInline: space(3),
      insetBlockEnd: 0,
      blockSize: '3px',
      borderRadius: `${radius.pill} ${radius.pill} 0 0`,
      backgroundImage: accent,
      transform: 'scaleX(0)',
      transition: `transform ${motion.calm} ${motion.ease}`,
    },
    '&[data-active]::after': { transform: 'none' },
  }),
  count: css({
    minInlineSize: '22px',
    paddingInline: space(1.5),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    color: color.soft,
    fontSize: size.xs,
    lineHeight: '22px',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
    '[data-active] > &': { backgroundColor: color.accentWash, color: color.accentText },
  }),
  panel: css({ minInlineSize: 0, '&:focus-visible': { outlineOffset: '-2px', borderRadius: radius.card } }),
};

/** One tab of `Tabs`. `count` is shown beside its label unless it is 0. */
export type Tab<T extends string> = { readonly value: T; readonly label: string; readonly count?: number | undefined };

type Props<T extends string> = {
  /** Accessible name of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
};

/** A row of tabs over one panel; the row scrolls horizontally when it is too wide. */
export const Tabs = <T extends string>({ label, tabs, value, onChange, children }: Props<T>) => {
  const row = tabs.map((tab) => ({
    value: tab.value,
    content: (
      <>
        {tab.label}
        {tab.count ? <span css={styles.count}>{formatNumber(tab.count)}</span> : null}
      </>
    ),
  }));
  return (
    <div css={styles.root}>
      <TabRow label={label} tabs={row} value={value} onChange={onChange} styles={styles}>
        {children}
      </TabRow>
    </div>
  );
};
