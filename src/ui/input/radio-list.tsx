import { css } from '@emotion/react';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Hidden } from '../style/hidden.tsx';
import { color, motion, size, space } from '../style/tokens.ts';

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0 }),
  choice: css({
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '56px',
    paddingBlock: space(2),
    paddingInline: space(4),
    cursor: 'pointer',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:has(:checked)': { color: color.accentText },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '-3px', borderRadius: '12px' },
    '&:has(:disabled)': { color: color.faint, cursor: 'default', '&:hover': { backgroundColor: 'transparent' } },
    '& > svg:last-of-type': { visibility: 'hidden', color: color.accentText },
    '&:has(:checked) > svg:last-of-type': { visibility: 'visible' },
    '& + &::before': {
      content: '""',
      position: 'absolute',
      insetBlockStart: 0,
      insetInline: `${space(4)} 0`,
      blockSize: '1px',
      backgroundColor: color.line,
    },
  }),
  input: css({ position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', textAlign: 'start' }),
  label: css({
    justifySelf: 'start',
    fontWeight: 550,
    overflowWrap: 'anywhere',
    'input:checked ~ * > &': { fontWeight: 650 },
  }),
  hint: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
};

/** A choice of `RadioList`. */
export type Option<T> = {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Language of the label, if it differs from the page's. */
  readonly lang?: string;
};

type Props<T> = {
  /** Accessible name of the group; a visible heading is rendered by the page. */
  readonly legend: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly lead?: (option: Option<T>) => ReactNode;
  readonly onChoose: (value: T) => void;
};

/** Radio buttons, one per row. */
export const RadioList = <T extends string | number>({
  legend,
  options,
  value,
  disabled = false,
  lead,
  onChoose,
}: Props<T>) => {
  const name = useId();
  return (
    <fieldset css={styles.root} disabled={disabled}>
      <legend css={styles.legend}>
        <Hidden>{legend}</Hidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} css={styles.choice}>
          <input
            css={styles.input}
            type="radio"
            name={name}
            checked={option.value === value}
            aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
            aria-labelledby={`${name}-${option.value}-label`}
            onChange={() => onChoose(option.value)}
          />
          {lead?.(option)}
          <span css={styles.words}>
            <bdi css={styles.label} id={`${name}-${option.value}-label`} lang={option.lang}>
              {option.label}
            </bdi>
            {option.hint ? (
              <span css={styles.hint} id={`${name}-${option.value}`}>
                {option.hint}
              </span>
            ) : null}
          </span>
          <Check size={20} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
};
