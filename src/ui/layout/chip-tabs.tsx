import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { accent, color, depth, motion, radius, size, space } from '../style/tokens.ts';
import { TabRow } from './tab-row.tsx';

const styles = {
  list: css({
    position: 'relative',
    display: 'flex',
    gap: space(2),
    overflowX: 'auto',
    scrollbarWidth: 'none',
    paddingBlock: space(1),
    paddingInline: 'var(--chip-edge, 0px)',
    scrollPaddingInline: space(12),
    '&::-webkit-scrollbar': { display: 'none' },
  }),
  tab: css({
    position: 'relative',
    flexShrink: 0,
    minBlockSize: '44px',
    paddingInline: space(4),
    borderRadius: radius.pill,
    fontSize: size.xs,
    fontWeight: 600,
    color: color.soft,
    transition: `color ${motion.quick}`,
    isolation: 'isolate',
    // The visible chip is smaller than its touch target.
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: '4px 0',
      zIndex: depth.behind,
      borderRadius: 'inherit',
      backgroundColor: color.raised,
      boxShadow: `inset 0 0 0 1px ${color.line}`,
      transition: `background-color ${motion.quick}`,
    },
    '&:hover': { color: color.text },
    '&:hover::before': { backgroundColor: color.hover },
    '&[data-active]': { color: color.onAccent },
    '&[data-active]::before': { backgroundImage: accent, boxShadow: 'none' },
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  panel: css({ '&:focus-visible': { outline: 'none' } }),
};

/** One choice of `ChipTabs`. */
export type Chip<V extends string> = { readonly value: V; readonly label: string };

type Props<V extends string> = {
  readonly label: string;
  readonly chips: readonly Chip<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Wraps the row of chips, for example in a sticky bar. */
  readonly frame?: (list: ReactNode) => ReactNode;
  /** Content of the selected chip. */
  readonly children: ReactNode;
};

/** Tabs in the form of chips; the row scrolls horizontally when it is too wide. */
export const ChipTabs = <V extends string>({ label, chips, value, onChange, frame, children }: Props<V>) => {
  const tabs = chips.map((chip) => ({ value: chip.value, content: chip.label }));
  return (
    <div>
      <TabRow label={label} tabs={tabs} value={value} onChange={onChange} styles={styles} frame={frame}>
        {children}
      </TabRow>
    </div>
  );
};
