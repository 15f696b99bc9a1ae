import { css } from '@emotion/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Hidden } from '../style/hidden.tsx';
import { color, motion, radius, size, space } from '../style/tokens.ts';
import { useSpoken, useTextFault } from './use-text-fault.ts';

const styles = {
  root: css({ display: 'grid', gap: space(1.5) }),
  label: css({ fontSize: size.xs, fontWeight: 600, color: color.soft }),
  box: css({
    display: 'grid',
    // The width of an input, 20 letters, would widen its form when the font of the browser is large.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridAutoColumns: 'auto',
    gridAutoFlow: 'column',
    alignItems: 'center',
    minBlockSize: '52px',
    borderRadius: radius.field,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    transition: `box-shadow ${motion.quick}`,
    '&:focus-within': { boxShadow: `inset 0 0 0 2px ${color.focus}` },
    '&[data-invalid]': { boxShadow: `inset 0 0 0 2px ${color.danger}` },
  }),
  input: css({
    inlineSize: '100%',
    alignSelf: 'stretch',
    paddingInline: space(4),
    border: 0,
    borderRadius: radius.field,
    backgroundColor: 'transparent',
    color: color.text,
    '&::placeholder': { color: color.faint, opacity: 1 },
    '&:focus-visible': { outline: 'none' },
    '&:-webkit-autofill': {
      WebkitTextFillColor: color.text,
      transition: 'background-color 99999s',
    },
  }),
};

const noteStyles = {
  hint: css({ fontSize: size.xs, color: color.faint }),
  error: css({ fontSize: size.xs, color: color.danger }),
};

type NoteProps = {
  /** Id by which the input names the note as its description. */
  readonly id: string;
  readonly error: string | undefined;
  readonly hint: string | undefined;
  /** Set if the error says how many characters are too many: it is spoken once, and not after each key. */
  readonly isCount: boolean;
};

/** Note below an input: its error, otherwise its hint. */
export const FieldNote = ({ id, error, hint, isCount }: NoteProps) => {
  const note = error ?? hint;
  const spoken = useSpoken(error, isCount);
  return (
    <>
      <p
        css={error ? noteStyles.error : noteStyles.hint}
        id={id}
        role={error && !isCount ? 'alert' : undefined}
        hidden={!note}
      >
        {note}
      </p>
      {isCount ? (
        <Hidden>
          <span role="alert">{spoken}</span>
        </Hidden>
      ) : null}
    </>
  );
};

type Props = {
  readonly label: string;
  /**
   * Maximum number of characters. A longer text, or one with a character that is not plain text, stays in the input with the reason; its
   * form disables the button by `textFault`.
   */
  readonly maxChars?: number;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly end?: ReactNode;
};

/** Labelled text input with a hint or an error message. */
export const Field = ({
  label,
  maxChars,
  error: given,
  hint,
  end,
  ...input
}: Props & Omit<ComponentProps<'input'>, 'maxLength'>) => {
  const id = useId();
  const fault = useTextFault(String(input.value ?? ''), maxChars);
  const error = given ?? fault?.sentence;
  return (
    <div css={styles.root}>
      <label css={styles.label} htmlFor={id}>
        {label}
      </label>
      <div css={styles.box} data-invalid={error ? true : undefined}>
        <input
          css={styles.input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
          {...input}
        />
        {end}
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} isCount={given === undefined && fault?.isCount === true} />
    </div>
  );
};
