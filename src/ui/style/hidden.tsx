import { css } from '@emotion/react';
import type { ReactNode } from 'react';

const styles = {
  root: css({
    position: 'absolute',
    inlineSize: '1px',
    blockSize: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  }),
};

/** Text that only screen readers get: it is clipped, not removed. */
export const Hidden = ({ children }: { children: ReactNode }) => <span css={styles.root}>{children}</span>;
