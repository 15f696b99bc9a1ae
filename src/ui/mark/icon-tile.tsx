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

/** Coloured tile with an icon, at the start of a settings row. `tone` is an index into PORTRAIT_TONES; larger values wrap around. */
export const IconTile = ({ tone, children }: { readonly tone: number; readonly children: ReactNode }) => (
  <span css={styles.root} data-tone={tone % PORTRAIT_TONES.length} aria-hidden="true">
    {children}
  </span>
);
