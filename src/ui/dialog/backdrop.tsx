import { css } from '@emotion/react';
import { color, motion, PORTRAIT_TONES, stillMotion } from '../style/tokens.ts';

const TILES = 40;
const tones = Object.fromEntries(
  PORTRAIT_TONES.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    {
      backgroundImage: `radial-gradient(90% 60% at 70% 18%, ${from}, transparent 75%), linear-gradient(160deg, ${from}, ${to})`,
      // Without this, the browser paints and caches a separate image for each repeated tile.
      backgroundRepeat: 'no-repeat',
    },
  ]),
);

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    overflow: 'hidden',
    backgroundColor: color.ground,
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage: `radial-gradient(70% 60% at 50% 46%, ${color.ground} 10%, transparent 90%), radial-gradient(60% 50% at 12% 0%, ${color.aurora1}, transparent), radial-gradient(60% 60% at 100% 100%, ${color.aurora2}, transparent)`,
    },
  }),
  wall: css({
    position: 'absolute',
    inset: '-20%',
    display: 'grid',
    gridTemplateColumns: 'repeat(8, minmax(120px, 1fr))',
    gap: '16px',
    transform: 'rotate(-8deg)',
    opacity: 0.72,
  }),
  tile: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    borderRadius: '16px',
    ...tones,
    '&:nth-of-type(even)': { transform: 'translateY(18%)' },
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlockEnd: '12px',
      insetInlineStart: '12px',
      inlineSize: '10px',
      blockSize: '10px',
      borderRadius: '50%',
      backgroundColor: color.online,
      opacity: 0.15,
    },
    '&[data-awake]::after': {
      opacity: 1,
      // Limited repetitions: an endless animation would repaint all layers above it.
      animation: `breathe 2.8s ${motion.ease} 4`,
      [stillMotion]: { animation: 'none' },
    },
  }),
};

/** Decorative background of coloured portrait tiles, drawn behind a popup when there is no page for it to cover. */
export const Backdrop = () => (
  <div css={styles.root} aria-hidden="true">
    <div css={styles.wall}>
      {Array.from({ length: TILES }, (_, tile) => `tile-${tile}`).map((key, tile) => (
        <div
          key={key}
          css={styles.tile}
          data-tone={(tile * 5 + (tile >> 3)) % PORTRAIT_TONES.length}
          data-awake={tile % 3 === 0 || undefined}
        />
      ))}
    </div>
  </div>
);
