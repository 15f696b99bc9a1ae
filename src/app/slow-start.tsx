import { css } from '@emotion/react';
import { GlobalStyle } from '../ui/global-style.tsx';
import { Spinner } from '../ui/spinner.tsx';

const styles = { root: css({ display: 'grid', placeItems: 'center', blockSize: '100dvh', fontSize: 32 }) };

/** Drawn while the databases or the translations take long to load. It has no words: they may be what is awaited. */
export const SlowStart = () => (
  <>
    <GlobalStyle />
    <div css={styles.root} role="progressbar">
      <Spinner />
    </div>
  </>
);
