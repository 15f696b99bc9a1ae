import { css } from '@emotion/react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { dialogStyles } from './dialog-styles.ts';
import { Later, type MissingPart, type Part } from './later.tsx';
import { useOverlay } from './overlay.ts';
import { color } from './tokens.ts';

const styles = {
  root: css(dialogStyles.card, {
    border: 0,
    color: color.text,
    '&:not([open])': { display: 'none' },
    '&::backdrop': dialogStyles.scrim,
  }),
};

/** What else it is made of may be kept as failed: only a new page asks for that again. */
const TRIES_BEFORE_RELOAD = 2;

type MissingProps = MissingPart & { readonly onClose: () => void };

/** Stands in a dialog's place. The browser's own dialog: the library that draws the others may be what is missing. */
const MissingDialog = ({ tryAgain, trying, tries, onClose }: MissingProps) => {
  const { t } = useTranslation();
  const isStuck = tries >= TRIES_BEFORE_RELOAD;
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useOverlay(true);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // While it is still there it gives the focus back to the button that asked.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      css={styles.root}
      closedby="any"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 css={dialogStyles.title} id={`${id}-title`}>
        {t('notLoaded.title')}
      </h2>
      <p css={dialogStyles.text} id={`${id}-text`}>
        {t('notLoaded.text')}
      </p>
      <div css={dialogStyles.actions}>
        {/* Stays pressable while it is tried: a disabled button would lose the focus. */}
        <Button look="primary" aria-busy={trying} onClick={isStuck ? () => location.reload() : tryAgain}>
          {t(isStuck ? 'crashed.reload' : 'retry')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </dialog>
  );
};

type Props<P> = { readonly part: Part<P>; readonly with: P };

/** Draws a dialog once its script is loaded. Where it cannot be fetched, a small dialog says so and asks again. */
export const LaterDialog = <P extends { readonly onClose: () => void }>({ part, with: props }: Props<P>) => (
  <Later part={part} with={props} missing={(state) => <MissingDialog {...state} onClose={props.onClose} />} />
);
