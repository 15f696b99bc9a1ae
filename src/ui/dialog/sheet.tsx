import { Dialog } from '@base-ui/react/dialog';
import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../input/icon-button.tsx';
import { useOverlay } from '../overlay.ts';
import { color, depth, motion, radius, size, space, wide } from '../style/tokens.ts';
import { dialogStyles } from './dialog-styles.ts';
import { trapFocus } from './trap-focus.ts';

const styles = {
  backdrop: css(dialogStyles.backdrop, { zIndex: depth.sheetBackdrop }),
  popup: css({
    position: 'fixed',
    zIndex: depth.sheet,
    insetInline: 0,
    insetBlockEnd: 0,
    display: 'flex',
    flexDirection: 'column',
    maxBlockSize: '92dvh',
    // For content that does not scroll by itself and is too high for the screen, as with a large font.
    overflowX: 'hidden',
    overflowY: 'auto',
    backgroundColor: color.surface,
    borderStartStartRadius: '24px',
    borderStartEndRadius: '24px',
    boxShadow: `0 -12px 48px ${color.shadow}`,
    paddingBlockEnd: 'env(safe-area-inset-bottom)',
    '&:focus-visible': { outline: 'none' },
    transition: `transform ${motion.slow} ${motion.ease}, opacity ${motion.slow} ${motion.ease}`,
    '&[data-tall]': { blockSize: '92dvh' },
    '&[data-starting-style], &[data-ending-style]': { transform: 'translateY(100%)' },
    // Over a call a sheet is low on a phone and beside the faces on a wide screen.
    '[data-over-call] &': { maxBlockSize: '52dvh' },
    [wide]: {
      '[data-over-call] &': {
        insetInline: `auto ${space(6)}`,
        insetBlock: `auto ${space(6)}`,
        blockSize: 'auto',
        maxBlockSize: 'min(560px, 60dvh)',
        transform: 'none',
      },
      insetInline: 0,
      insetBlockStart: '50%',
      insetBlockEnd: 'auto',
      inlineSize: '440px',
      marginInline: 'auto',
      maxBlockSize: 'min(720px, 88dvh)',
      borderRadius: radius.card,
      transform: 'translateY(-50%)',
      '&[data-tall]': { blockSize: 'min(720px, 88dvh)' },
      '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-48%) scale(0.98)' },
    },
  }),
  head: css({
    display: 'flex',
    alignItems: 'center',
    paddingInlineStart: space(5),
    paddingInlineEnd: space(2),
    paddingBlock: space(3),
  }),
  title: css({ flex: 1, fontSize: size.lg }),
};

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly tall?: boolean;
  /** Called when it closes. Returns false when the focus must move to the selection instead of back to the opener. */
  readonly returnsFocus?: () => boolean;
  readonly children: ReactNode;
};

/**
 * A sheet from the bottom on a phone, a card in the middle on a wide screen; over a call a low one at the edge. It traps the focus; Escape
 * closes it.
 */
export const Sheet = ({ open, onClose, title, tall = false, returnsFocus = () => true, children }: Props) => {
  const { t } = useTranslation();
  useOverlay(open);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop css={styles.backdrop} />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          finalFocus={returnsFocus}
          css={styles.popup}
          onKeyDown={trapFocus}
          data-tall={tall || undefined}
        >
          <header css={styles.head}>
            <Dialog.Title css={styles.title}>{title}</Dialog.Title>
            <IconButton label={t('close')} onClick={onClose}>
              <X size={20} />
            </IconButton>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
