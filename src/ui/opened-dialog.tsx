import { AlertDialog } from '@base-ui/react/alert-dialog';
import { css } from '@emotion/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { keepFocusInside } from './keep-focus.ts';
import { useOverlay } from './overlay.ts';
import { color, depth, motion, size, space, wide } from './tokens.ts';

const styles = {
  backdrop: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.dialogBackdrop,
    backgroundColor: color.scrim,
    backdropFilter: 'blur(6px)',
    transition: `opacity ${motion.slow} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0 },
  }),
  popup: css({
    position: 'fixed',
    zIndex: depth.dialog,
    insetInline: 0,
    insetBlockStart: '50%',
    inlineSize: 'min(400px, 100vw - 32px)',
    maxBlockSize: '88dvh',
    overflowY: 'auto',
    marginInline: 'auto',
    display: 'grid',
    gap: space(3),
    padding: space(6),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transform: 'translateY(-50%)',
    transition: `transform ${motion.slow} ${motion.ease}, opacity ${motion.slow} ${motion.ease}`,
    '&:focus-visible': { outline: 'none' },
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-48%) scale(0.97)' },
  }),
  title: css({ fontSize: size.lg }),
  text: css({ color: color.soft, textWrap: 'pretty' }),
  actions: css({
    display: 'grid',
    gap: space(2),
    marginBlockStart: space(2),
    [wide]: { gridTemplateColumns: '1fr 1fr', '& > :first-of-type': { order: 1 } },
  }),
};

export type ConfirmProps = {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  /** Label of the action, a verb: never just "OK". */
  readonly action: string;
  readonly tone?: 'danger' | 'primary';
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
};

/** The dialog with the widget library behind it. */
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
        <AlertDialog.Popup css={styles.popup} initialFocus={stay} onKeyDown={keepFocusInside}>
          <AlertDialog.Title css={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description css={styles.text}>{text}</AlertDialog.Description>
          <div css={styles.actions}>
            <Button look={tone} disabled={busy} onClick={() => void confirm()}>
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
