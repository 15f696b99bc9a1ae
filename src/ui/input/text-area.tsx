import { css } from '@emotion/react';
import { type ComponentProps, useId } from 'react';
import { charsLeft } from '#contract/text/visible-text.ts';
import { formatNumber } from '../../i18n/format.ts';
import { color, motion, radius, size, space } from '../style/tokens.ts';
import { FieldNote } from './field.tsx';
import { useTextFault } from './use-text-fault.ts';

const styles = {
  root: css({ display: 'grid', gap: space(1.5) }),
  head: css({ display: 'flex', justifyContent: 'space-between', gap: space(3), fontSize: size.xs, color: color.soft }),
  label: css({ fontWeight: 600 }),
  left: css({ fontVariantNumeric: 'tabular-nums', color: color.faint, '&[data-over]': { color: color.danger } }),
  box: css({
    minBlockSize: '112px',
    maxBlockSize: '320px',
    inlineSize: '100%',
    padding: `${space(3)} ${space(4)}`,
    border: 0,
    borderRadius: radius.field,
    backgroundColor: color.raised,
    color: color.text,
    lineHeight: 1.5,
    resize: 'none',
    fieldSizing: 'content',
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none', boxShadow: `inset 0 0 0 2px ${color.focus}` },
    '&[aria-invalid="true"]': { boxShadow: `inset 0 0 0 2px ${color.danger}` },
  }),
};

type Props = {
  readonly label: string;
  readonly value: string;
  /**
   * Maximum number of characters. The used number, without white space around the text, and the maximum are shown beside the label. A text
   * that `textFault` refuses stays in the input with the reason; its form disables the button.
   */
  readonly max: number;
  readonly error?: string | undefined;
  readonly hint?: string;
};

/** Labelled text area that grows with its text. */
export const TextArea = ({ label, value, max, error: given, hint, ...rest }: Props & ComponentProps<'textarea'>) => {
  const id = useId();
  const fault = useTextFault(value, max);
  const error = given ?? fault?.sentence;
  // Counted as the server counts.
  const used = max - charsLeft(value, max);
  return (
    <div css={styles.root}>
      <div css={styles.head}>
        <label css={styles.label} htmlFor={id}>
          {label}
        </label>
        <span css={styles.left} data-over={used > max || undefined} aria-hidden="true">
          {formatNumber(used)}/{formatNumber(max)}
        </span>
      </div>
      <textarea
        css={styles.box}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
        {...rest}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} isCount={given === undefined && fault?.isCount === true} />
    </div>
  );
};
