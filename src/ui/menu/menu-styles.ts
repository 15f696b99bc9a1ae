import { css } from '@emotion/react';
import { color, depth, motion, radius, space } from '../style/tokens.ts';

/** Styles of a menu and its entries. */
export const menuStyles = {
  positioner: css({ zIndex: depth.menu, outline: 'none' }),
  popup: css({
    minInlineSize: '220px',
    maxInlineSize: 'min(320px, 100vw - 32px)',
    padding: space(1.5),
    borderRadius: radius.card,
    backgroundColor: color.raised,
    color: color.text,
    boxShadow: `0 16px 48px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transformOrigin: 'var(--transform-origin)',
    transition: `transform ${motion.quick} ${motion.ease}, opacity ${motion.quick} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'scale(0.96)' },
  }),
  item: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '44px',
    paddingInline: space(3),
    borderRadius: '10px',
    cursor: 'pointer',
    outline: 'none',
    fontWeight: 550,
    '& svg': { color: color.soft },
    '&[data-highlighted]': { backgroundColor: color.hover },
    '&[data-danger]': { color: color.danger, '& svg': { color: color.danger } },
    '&[data-disabled]': { opacity: 0.5, cursor: 'default' },
  }),
};
