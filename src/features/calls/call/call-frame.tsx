import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, depth, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.screen,
    display: 'grid',
    placeItems: 'center',
    overflowY: 'auto',
    padding: space(4),
    backgroundColor: color.ground,
  }),
};

/** Background and layout of call screens without video: the note of a failed call, and a call owned by another tab. */
export const CallFrame = ({ children }: { readonly children: ReactNode }) => <div css={styles.root}>{children}</div>;
