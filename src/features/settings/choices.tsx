import { css } from '@emotion/react';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { color, motion, radius, size, space } from '../../ui/tokens.ts';

const styles = {
  root: css({ border: 0, margin: 0, padding: 0, minInlineSize: 0 }),
  legend: css({ padding: 0, marginBlockEnd: space(2), fontSize: size.xs, fontWeight: 600, color: color.soft }),
  list: css({
    display: 'grid',
    gap: space(2),
    gridTemplateColumns: 'repeat(auto-fill, minmax(144px, 1fr))',
  }),
  choice: css({
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space(2),
    minBlockSize: '48px',
    paddingInline: space(4),
    borderRadius: radius.field,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    cursor: 'pointer',
    transition: `box-shadow ${motion.quick}, background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:has(:checked)': {
      backgroundColor: color.accentWash,
      color: color.accentText,
      fontWeight: 650,
      boxShadow: `inset 0 0 0 1.5px ${color.accentText}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
    '& svg': { visibility: 'hidden' },
    '&:has(:checked) svg': { visibility: 'visible' },
  }),
  input: css({ position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'pointer' }),
};

type Props<T extends string> = {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
};

/** One of a few, all in sight. */
export const Choices = <T extends string>({ legend, options, value, onChoose }: Props<T>) => {
  const name = useId();
  return (
    <fieldset css={styles.root}>
      <legend css={styles.legend}>{legend}</legend>
      <div css={styles.list}>
        {options.map((option) => (
          <label key={option.value} css={styles.choice} lang={option.lang} dir="auto">
            <input
              css={styles.input}
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
            <Check size={18} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
};
