import { css } from '@emotion/react';
import { barsOf } from './microphone.ts';

const [STEP, WIDTH, HEIGHT, LEAST] = [3, 2, 28, 2];
const styles = {
  root: css({
    display: 'block',
    inlineSize: '100%',
    blockSize: `${HEIGHT}px`,
    minInlineSize: 0,
    '[dir="rtl"] &': { transform: 'scaleX(-1)' },
  }),
};

/** Waveform of 48 bars. `share` is the played fraction; the bars after it are drawn at half opacity. */
export const WaveBars = ({ wave, share }: { readonly wave: string; readonly share: number }) => {
  const bars = barsOf(wave);
  const pathOf = (from: number, to: number) =>
    bars
      .slice(from, to)
      .map((level, at) => {
        const height = Math.max(LEAST, level * HEIGHT);
        return `M${(from + at) * STEP + WIDTH / 2} ${(HEIGHT - height) / 2}v${height}`;
      })
      .join('');
  const played = Math.round(bars.length * share);
  return (
    <svg
      css={styles.root}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      stroke="currentColor"
      strokeWidth={WIDTH}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={pathOf(0, played)} />
      <path d={pathOf(played, bars.length)} strokeOpacity={0.5} />
    </svg>
  );
};
