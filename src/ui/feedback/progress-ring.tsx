import { css } from '@emotion/react';
import { color, motion } from '../style/tokens.ts';

const RADIUS = 20;
const styles = {
  root: css({ transform: 'rotate(-90deg)', fill: 'none', strokeWidth: 4, strokeLinecap: 'round' }),
  track: css({ stroke: 'currentColor', strokeOpacity: 0.28 }),
  bar: css({ stroke: 'currentColor', transition: `stroke-dashoffset ${motion.calm} linear` }),
  waiting: css({ transformOrigin: 'center', animation: 'turn 1.4s linear infinite', color: color.onAccent }),
};

type Props = {
  /** From 0 to 1; undefined while the progress is unknown. */
  readonly value: number | undefined;
  readonly label: string;
  /** Diameter, px. */
  readonly size?: number;
};

/** Progress ring, such as of an upload, in the colour of the surrounding text; it turns while the progress is unknown. */
export const ProgressRing = ({ value, label, size = 48 }: Props) => {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <svg
      css={[styles.root, percent === undefined && styles.waiting]}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <circle css={styles.track} cx={24} cy={24} r={RADIUS} />
      <circle
        css={styles.bar}
        cx={24}
        cy={24}
        r={RADIUS}
        pathLength={100}
        strokeDasharray={100}
        strokeDashoffset={100 - (percent ?? 28)}
      />
    </svg>
  );
};
