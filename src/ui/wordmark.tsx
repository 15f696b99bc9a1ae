import { css } from '@emotion/react';
import { Mark } from './mark.tsx';
import { size, space } from './tokens.ts';

const styles = {
  root: css({ display: 'inline-flex', alignItems: 'center', gap: space(2), fontWeight: 750, letterSpacing: '-0.02em' }),
  word: css({ fontSize: size.lg }),
};

export const Wordmark = ({ size: mark = 28 }: { readonly size?: number }) => (
  <span css={styles.root} translate="no">
    <Mark size={mark} />
    <span css={styles.word}>gemcall</span>
  </span>
);
