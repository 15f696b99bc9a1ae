import { Slider as Base } from '@base-ui/react/slider';
import { css } from '@emotion/react';
import { accent, color, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    gap: `${space(1)} ${space(3)}`,
    alignItems: 'baseline',
  }),
  label: css({ fontWeight: 550 }),
  value: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
  control: css({
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    minBlockSize: '44px',
    // Room for the thumb, which extends beyond the ends of the track.
    paddingInline: '14px',
    touchAction: 'none',
    '&[data-disabled]': { opacity: 0.5 },
  }),
  track: css({
    position: 'relative',
    inlineSize: '100%',
    blockSize: '6px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
  }),
  indicator: css({ borderRadius: radius.pill, backgroundImage: accent }),
  thumb: css({
    inlineSize: '28px',
    blockSize: '28px',
    borderRadius: '50%',
    backgroundColor: color.onAccent,
    boxShadow: `0 2px 8px ${color.shadow}, inset 0 0 0 2px ${color.accentFrom}`,
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '3px' },
  }),
};

type Props = {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** Formats the value, visibly and for screen readers. */
  readonly say: (value: number) => string;
  readonly disabled?: boolean;
  readonly onSlide: (value: number) => void;
};

/** Slider for a number between two limits. */
export const Slider = ({ label, value, min, max, step = 1, say, disabled = false, onSlide }: Props) => (
  <Base.Root
    css={styles.root}
    value={value}
    min={min}
    max={max}
    step={step}
    disabled={disabled}
    onValueChange={(next) => onSlide(next)}
  >
    <Base.Label css={styles.label}>{label}</Base.Label>
    <span css={styles.value} aria-hidden="true">
      {say(value)}
    </span>
    <Base.Control css={styles.control}>
      <Base.Track css={styles.track} data-surface>
        <Base.Indicator css={styles.indicator} data-filled />
        <Base.Thumb css={styles.thumb} data-surface getAriaValueText={(_text, now) => say(now)} />
      </Base.Track>
    </Base.Control>
  </Base.Root>
);
