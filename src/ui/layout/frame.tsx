import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, coveredTop, depth } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    flexDirection: 'column',
    blockSize: '100dvh',
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(70% 45% at 100% 0%, ${color.wash2}, transparent), radial-gradient(60% 40% at 0% 100%, ${color.wash1}, transparent)`,
    paddingBlockStart: coveredTop,
  }),
};

/** Layout of a public page outside the signed-in shell: the page's background without navigation. */
export const Frame = ({ children }: { readonly children: ReactNode }) => <main css={styles.root}>{children}</main>;

/** Styles of a layer of the screen, for an element that has `data-over` if the layer covers another one. */
export const layerStyle = css({
  '&[data-over]': { position: 'fixed', inset: 0, zIndex: depth.layer, overflowY: 'auto' },
});
