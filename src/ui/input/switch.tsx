import { Switch as Base } from '@base-ui/react/switch';
import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { accent, color, motion, radius, size, space } from '../style/tokens.ts';

const styles = {
  row: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '60px',
    paddingBlock: space(2.5),
    paddingInline: space(4),
    cursor: 'pointer',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&[data-disabled]': { cursor: 'default', '&:hover': { backgroundColor: 'transparent' } },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  label: css({ fontWeight: 550, overflowWrap: 'anywhere', '[data-disabled] > * > &': { color: color.faint } }),
  hint: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  track: css({
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    inlineSize: '50px',
    blockSize: '30px',
    paddingInline: '4px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1.5px ${color.edge}`,
    transition: `box-shadow ${motion.calm} ${motion.ease}`,
    '&[data-checked]': { backgroundImage: accent, boxShadow: 'none' },
    '&[data-disabled]': { opacity: 0.5 },
    '@media (forced-colors: active)': { border: '1px solid ButtonText' },
  }),
  thumb: css({
    inlineSize: '22px',
    blockSize: '22px',
    borderRadius: '50%',
    backgroundColor: color.edge,
    transition: `margin ${motion.calm} ${motion.ease}, background-color ${motion.calm}`,
    '&[data-checked]': { marginInlineStart: '20px', backgroundColor: color.onAccent },
    '@media (forced-colors: active)': { backgroundColor: 'ButtonText' },
  }),
};

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (on: boolean) => void;
};

/** A row with a switch. The whole row is the touch target. */
export const Switch = ({ label, hint, icon, on, disabled = false, onSwitch }: Props) => {
  const id = useId();
  return (
    <label css={styles.row} htmlFor={id} data-disabled={disabled || undefined}>
      {icon}
      <span css={styles.words}>
        <span css={styles.label} id={`${id}-label`}>
          {label}
        </span>
        {hint ? (
          <span css={styles.hint} id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
      </span>
      <Base.Root
        css={styles.track}
        id={id}
        checked={on}
        disabled={disabled}
        onCheckedChange={onSwitch}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <Base.Thumb css={styles.thumb} />
      </Base.Root>
    </label>
  );
};
