import { css } from '@emotion/react';
import { coveredTop, depth, motion, portrait, space } from '../style/tokens.ts';

/** Styles shared by the full-screen viewers of profile pictures and of media in conversations. */
export const viewerStyles = {
  popup: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.viewer,
    backgroundColor: portrait.night,
    color: portrait.ink,
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
    '& button': {
      backgroundColor: portrait.glass,
      color: portrait.ink,
      '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover, color: portrait.ink },
    },
  }),
  bar: css({
    position: 'absolute',
    insetBlockStart: coveredTop,
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    gap: space(2),
    padding: space(3),
    pointerEvents: 'none',
    '& button': { pointerEvents: 'auto' },
  }),
  count: css({
    marginInlineEnd: 'auto',
    paddingInline: space(3),
    borderRadius: '999px',
    lineHeight: '32px',
    backgroundColor: portrait.glass,
    fontVariantNumeric: 'tabular-nums',
  }),
  step: css({
    position: 'absolute',
    insetBlockStart: 'calc(50% - 22px)',
    insetInlineStart: space(2),
    '&[data-next]': { insetInlineStart: 'auto', insetInlineEnd: space(2) },
  }),
};
