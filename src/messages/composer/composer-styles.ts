import { css } from '@emotion/react';
import { color, motion, space } from '../../ui/style/tokens.ts';

const LINE_PX = 24;
const MAX_LINES = 6;

/** Styles that the composer and the editor of a sent message share. */
export const composerStyles = {
  root: css({
    flexShrink: 0,
    paddingInline: space(3),
    paddingBlockStart: space(2),
    paddingBlockEnd: `max(${space(3)}, env(safe-area-inset-bottom))`,
    backgroundColor: color.surface,
  }),
  box: css({
    display: 'flex',
    alignItems: 'flex-end',
    gap: space(1),
    padding: '3px',
    borderRadius: '26px',
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&:focus-within': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
  input: css({
    flex: 1,
    minInlineSize: 0,
    fieldSizing: 'content',
    maxBlockSize: `${LINE_PX * MAX_LINES + 22}px`,
    paddingBlock: '11px',
    paddingInline: `${space(4)} ${space(1)}`,
    // Less than without a button before the input: its icon has room around it.
    'button + &': { paddingInlineStart: space(1) },
    border: 0,
    background: 'none',
    resize: 'none',
    lineHeight: `${LINE_PX}px`,
    overflowY: 'auto',
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
  }),
  quote: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    paddingInlineStart: space(3),
    paddingBlockEnd: space(1),
    color: color.accentText,
    '& > span': { flex: 1 },
  }),
};
