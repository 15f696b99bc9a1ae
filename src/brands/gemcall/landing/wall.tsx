import { css } from '@emotion/react';
import { picturesOf } from '../../../landing/shared/hosts.ts';
import { color, depth, motion, PORTRAIT_TONES, stillMotion } from '../../../ui/style/tokens.ts';
import type { PlaceTime } from './places.ts';

const pictures = picturesOf(
  import.meta.glob<string>('../assets/hosts/*.webp', { eager: true, query: '?url', import: 'default' }),
);
const COLUMNS = 4;
const TILES = 4;

const tones = Object.fromEntries(
  PORTRAIT_TONES.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    {
      backgroundImage: `radial-gradient(80% 55% at 68% 20%, ${from}, transparent 75%), linear-gradient(165deg, ${from}, ${to})`,
    },
  ]),
);

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: `repeat(${COLUMNS}, 1fr)`,
    gap: 'clamp(8px, 1.2vw, 18px)',
    '@keyframes drift': { from: { translate: '0 -3.5%' }, to: { translate: '0 3.5%' } },
  }),
  column: css({
    display: 'grid',
    alignContent: 'start',
    gap: 'clamp(8px, 1.2vw, 18px)',
    animation: 'drift 26s ease-in-out infinite alternate',
    '&:nth-of-type(even)': {
      marginBlockStart: '-38%',
      animationDirection: 'alternate-reverse',
      animationDuration: '34s',
    },
    '&:nth-of-type(3)': { marginBlockStart: '-16%', animationDuration: '30s' },
    [stillMotion]: { animation: 'none' },
  }),
  tile: css({
    position: 'relative',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: 'clamp(12px, 1.4vw, 20px)',
    ...tones,
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage: `linear-gradient(transparent 62%, rgb(6 9 22 / 0.72))`,
    },
  }),
  picture: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' }),
  time: css({
    position: 'absolute',
    zIndex: depth.above,
    insetBlockEnd: '8%',
    insetInlineStart: '9%',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '7px',
    fontSize: 'clamp(11px, 1vw, 14px)',
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    color: '#fff',
    '&::before': {
      content: '""',
      inlineSize: '8px',
      blockSize: '8px',
      borderRadius: '50%',
      backgroundColor: color.online,
      boxShadow: '0 0 0 3px rgb(6 9 22 / 0.4)',
      animation: `breathe 2.8s ${motion.ease} infinite`,
      [stillMotion]: { animation: 'none' },
    },
  }),
};

/** Wall of portraits with local times. Decorative: those of the three places closest to evening are shown beside it as text. */
export const Wall = ({ places }: { readonly places: readonly PlaceTime[] }) => (
  <div css={styles.root}>
    {Array.from({ length: COLUMNS }, (_, column) => `column-${column}`).map((columnKey, column) => (
      <div key={columnKey} css={styles.column}>
        {Array.from({ length: TILES }, (_, row) => column + row * COLUMNS).map((tile) => {
          const picture = pictures[tile % Math.max(1, pictures.length)];
          const place = places[(tile * 5) % Math.max(1, places.length)];
          return (
            <div key={tile} css={styles.tile} data-tone={(tile * 5 + column) % PORTRAIT_TONES.length}>
              {picture ? (
                <img css={styles.picture} src={picture} width={240} height={320} alt="" decoding="async" />
              ) : null}
              {place ? <span css={styles.time}>{place.time}</span> : null}
            </div>
          );
        })}
      </div>
    ))}
  </div>
);
