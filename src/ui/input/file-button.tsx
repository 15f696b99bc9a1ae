import { css } from '@emotion/react';
import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';
import { color } from '../style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
  }),
  input: css({ position: 'absolute', inset: 0, inlineSize: '100%', opacity: 0, cursor: 'pointer', fontSize: 0 }),
};

type Props = {
  readonly label: string;
  /** Value of the `accept` attribute. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Button that opens the file chooser; a file can also be dropped on it. */
export const FileButton = ({ label, accept, onFile, className, children }: Props) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // An emptied input fires `change` when the user chooses the same file again.
    currentTarget.value = '';
    if (file) onFile(file);
  };
  return (
    <label css={styles.root} className={className} htmlFor={id}>
      {children}
      <input
        ref={input}
        css={styles.input}
        id={id}
        type="file"
        accept={accept}
        aria-label={label}
        title={label}
        onChange={choose}
      />
    </label>
  );
};
