import { css } from '@emotion/react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { activateNewBuild, useIsOutdated } from '../../core/new-build.ts';
import { Button } from '../input/button.tsx';
import { Lazy, type LazyPart, type MissingPart } from '../lazy.tsx';
import { useOverlay } from '../overlay.ts';
import { color } from '../style/tokens.ts';
import { dialogStyles } from './dialog-styles.ts';

const styles = {
  root: css(dialogStyles.card, {
    border: 0,
    color: color.text,
    '&:not([open])': { display: 'none' },
    '&::backdrop': dialogStyles.scrim,
  }),
};

/** After this many failed retries the button reloads the page: a failed module import is cached for the lifetime of the page. */
const TRIES_BEFORE_RELOAD = 2;

type MissingProps = MissingPart & { readonly onClose: () => void };

/** Shown when a dialog's script cannot be loaded. Uses the native dialog, because the widget library may be what is missing. */
const MissingDialog = ({ tryAgain, trying, tries, onClose }: MissingProps) => {
  const { t } = useTranslation();
  const outdated = useIsOutdated();
  const isStuck = outdated || tries >= TRIES_BEFORE_RELOAD;
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useOverlay(true);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Closed before it is removed, so that the browser returns the focus to the button that opened it.
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
        {t(outdated ? 'outdated.title' : 'notLoaded.title')}
      </h2>
      <p css={dialogStyles.text} id={`${id}-text`}>
        {t(outdated ? 'outdated.text' : 'notLoaded.text')}
      </p>
      <div css={dialogStyles.actions}>
        {/* Not disabled while retrying: a disabled button would lose the focus. */}
        <Button variant="primary" aria-busy={trying} onClick={isStuck ? activateNewBuild : tryAgain}>
          {t(isStuck ? 'crashed.reload' : 'retry')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </dialog>
  );
};

type Props<P> = { readonly part: LazyPart<P>; readonly with: P };

/**
 * Renders a lazily loaded dialog. If its script cannot be loaded, a small native dialog reports that and offers a retry, and a
 * page reload from the second failed retry on, or at once if a newer build is running.
 */
export const LazyDialog = <P extends { readonly onClose: () => void }>({ part, with: props }: Props<P>) => (
  <Lazy part={part} with={props} missing={(state) => <MissingDialog {...state} onClose={props.onClose} />} />
);
