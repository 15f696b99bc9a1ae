import { Toast } from '@base-ui/react/toast';
import { css } from '@emotion/react';
import { CircleAlert, Info } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onToast, type ToastNote } from './toast.ts';
import { color, motion, radius, space, wide } from './tokens.ts';

const SHOWN_FOR_MS = 5_000;
const manager = Toast.createToastManager();

const styles = {
  viewport: css({
    position: 'fixed',
    zIndex: 60,
    insetInline: space(4),
    insetBlockEnd: `calc(84px + env(safe-area-inset-bottom))`,
    display: 'grid',
    gap: space(2),
    justifyItems: 'center',
    pointerEvents: 'none',
    [wide]: { insetBlockEnd: space(6) },
  }),
  toast: css({
    pointerEvents: 'auto',
    maxInlineSize: '440px',
    padding: `${space(3)} ${space(4)}`,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    color: color.text,
    boxShadow: `0 12px 32px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    transition: `opacity ${motion.slow} ${motion.ease}, transform ${motion.slow} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(8px)' },
  }),
  content: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    '& svg': { color: color.accentText },
    '[data-type="bad"] & svg': { color: color.danger },
  }),
};

const raise = ({ text, tone }: ToastNote) => {
  manager.add({ description: text, type: tone, timeout: SHOWN_FOR_MS, priority: tone === 'bad' ? 'high' : 'low' });
};

const List = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} css={styles.toast}>
      <Toast.Content css={styles.content}>
        {toast.type === 'bad' ? <CircleAlert size={20} /> : <Info size={20} />}
        <Toast.Description />
      </Toast.Content>
    </Toast.Root>
  ));

const ToastStack = ({ first }: { readonly first: ToastNote }) => {
  const { t } = useTranslation('settings');
  useEffect(() => {
    raise(first);
    return onToast(raise);
  }, [first]);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport css={styles.viewport} aria-label={t('notifications')}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
};
export default ToastStack;
