import { AlertDialog } from '@base-ui/react/alert-dialog';
import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../input/button.tsx';
import { useOverlay } from '../overlay.ts';
import { depth, motion } from '../style/tokens.ts';
import { dialogStyles } from './dialog-styles.ts';
import { trapFocus } from './trap-focus.ts';

const styles = {
  backdrop: css(dialogStyles.backdrop, { zIndex: depth.dialogBackdrop }),
  popup: css(dialogStyles.card, {
    zIndex: depth.dialog,
    transition: `transform ${motion.slow} ${motion.ease}, opacity ${motion.slow} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-48%) scale(0.97)' },
  }),
};

/** Props of `ConfirmDialog`, which passes them to its lazily loaded implementation in this file. */
export type ConfirmProps = {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  /** Label of the action; a verb, never just "OK". */
  readonly action: string;
  readonly tone?: 'danger' | 'primary';
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
};

/** The confirmation dialog, implemented with the widget library. */
const OpenedDialog = ({ open, title, text, action, tone = 'danger', onConfirm, onClose }: ConfirmProps) => {
  const { t } = useTranslation();
  useOverlay(open);
  const [busy, setBusy] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    onClose();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop css={styles.backdrop} onClick={onClose} />
        <AlertDialog.Popup css={styles.popup} initialFocus={stay} onKeyDown={trapFocus}>
          <AlertDialog.Title css={dialogStyles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description css={dialogStyles.text}>{text}</AlertDialog.Description>
          <div css={dialogStyles.actions}>
            <Button variant={tone} disabled={busy} onClick={() => void confirm()}>
              {action}
            </Button>
            <Button ref={stay} onClick={onClose}>
              {t('cancel')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
export default OpenedDialog;
