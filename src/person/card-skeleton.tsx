import { css } from '@emotion/react';
import { color, radius, space, stillMotion } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    borderRadius: radius.card,
    backgroundColor: color.raised,
    backgroundImage: `linear-gradient(to top, ${color.hover}, transparent 60%)`,
    animation: 'breathe 1.6s ease-in-out infinite',
    [stillMotion]: { animation: 'none' },
    '&::before, &::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: space(3),
      insetBlockEnd: space(4),
      inlineSize: '38%',
      blockSize: '12px',
      borderRadius: radius.pill,
      backgroundColor: color.line,
    },
    '&::before': { insetBlockEnd: space(10), inlineSize: '62%', blockSize: '15px' },
  }),
};

/** Placeholder of a portrait card whose person is not loaded yet. */
export const CardSkeleton = () => <div css={styles.root} aria-hidden="true" data-skeleton />;
