import { css } from '@emotion/react';
import { Hidden } from '../style/hidden.tsx';
import { color, size } from '../style/tokens.ts';
import { useSpoken } from './use-text-fault.ts';

const styles = {
  hint: css({ fontSize: size.xs, color: color.faint }),
  error: css({ fontSize: size.xs, color: color.danger }),
};

type Props = {
  /** Id by which the input names the note as its description. */
  readonly id: string;
  readonly error: string | undefined;
  readonly hint: string | undefined;
  /** Set if the error says how many characters are too many: it is spoken once, and not after each key. */
  readonly isCount: boolean;
};

/** Note below an input: its error, otherwise its hint. */
export const FieldNote = ({ id, error, hint, isCount }: Props) => {
  const note = error ?? hint;
  const spoken = useSpoken(error, isCount);
  return (
    <>
      <p css={error ? styles.error : styles.hint} id={id} role={error && !isCount ? 'alert' : undefined} hidden={!note}>
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
