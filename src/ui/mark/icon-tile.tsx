import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { color, PORTRAIT_TONES } from '../style/tokens.ts';

const tones = Object.fromEntries(
  PORTRAIT_TONES.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    { backgroundImage: `linear-gradient(150deg, ${from}, ${to})` },
  ]),
);

const styles = {
  root: css(
    {
      display: 'grid',
      placeItems: 'center',
      flexShrink: 0,
      inlineSize: '36px',
      blockSize: '36px',
      borderRadius: '11px',
      color: color.onAccent,
    },
    tones,
  ),
};

/** Small icon before a row. `tone` is an index into PORTRAIT_TONES. */
export const IconTile = ({ tone, children }: { readonly tone: number; readonly children: ReactNode }) => (
  <span css={styles.root} data-tone={tone % PORTRAIT_TONES.length} aria-hidden="true">
    {children}
  </span>
);
