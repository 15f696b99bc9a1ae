import { css } from '@emotion/react';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { GlobalStyle } from '../ui/style/global-style.tsx';

const styles = { root: css({ display: 'grid', placeItems: 'center', blockSize: '100dvh', fontSize: 32 }) };

/**
 * Spinner rendered while the app starts, if storage or translations take long to load. It contains no text, as the translations
 * may be missing.
 */
export const SlowStart = () => (
  <>
    <GlobalStyle />
    <div css={styles.root} role="progressbar">
      <Spinner />
    </div>
  </>
);
