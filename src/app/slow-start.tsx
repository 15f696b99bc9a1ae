import { css } from '@emotion/react';
import { GlobalStyle } from '../ui/global-style.tsx';
import { Spinner } from '../ui/spinner.tsx';

const styles = { root: css({ display: 'grid', placeItems: 'center', blockSize: '100dvh', fontSize: 32 }) };

/** Drawn if databases or translations take long to load. It contains no text, as the translations may be missing. */
export const SlowStart = () => (
  <>
    <GlobalStyle />
    <div css={styles.root} role="progressbar">
      <Spinner />
    </div>
  </>
);
