import { css } from '@emotion/react';
import { color, motion, size, space, wide } from '../style/tokens.ts';

const scrim = css({
  backgroundColor: color.scrim,
  backdropFilter: 'blur(6px)',
  // Over a call a dialog dims nothing, so that the picture and the meter stay visible.
  '[data-over-call] &': { backgroundColor: 'transparent', backdropFilter: 'none' },
});

/** Styles of a modal card that asks one question, with its buttons below. */
export const dialogStyles = {
  scrim,
  /** Backdrop of a dialog of the widget library, which sets attributes at the start and end of its transition. */
  backdrop: css(scrim, {
    position: 'fixed',
    inset: 0,
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
  }),
  card: css({
    position: 'fixed',
    insetInline: 0,
    insetBlockStart: '50%',
    inlineSize: 'min(400px, 100vw - 32px)',
    maxBlockSize: '88dvh',
    overflowWrap: 'anywhere',
    overflowY: 'auto',
    marginInline: 'auto',
    display: 'grid',
    gap: space(3),
    padding: space(6),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transform: 'translateY(-50%)',
    '&:focus-visible': { outline: 'none' },
  }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
  actions: css({
    display: 'grid',
    gap: space(2),
    marginBlockStart: space(2),
    [wide]: { gridTemplateColumns: '1fr 1fr', '& > :first-of-type': { order: 1 } },
  }),
};
