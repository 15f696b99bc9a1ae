import { css } from '@emotion/react';

const styles = {
  root: css({
    display: 'inline-block',
    inlineSize: '1.1em',
    blockSize: '1.1em',
    flexShrink: 0,
    border: '2px solid currentColor',
    borderInlineEndColor: 'transparent',
    borderRadius: '50%',
    animation: 'turn 900ms linear infinite',
  }),
};

/** Spinner of the size of the surrounding text. Decorative. */
export const Spinner = () => <span css={styles.root} aria-hidden="true" data-spinner />;
