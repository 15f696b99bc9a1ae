import { Toast } from '@base-ui/react/toast';
import { css } from '@emotion/react';
import { CircleAlert, Info } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../input/button.tsx';
import { color, motion } from '../style/tokens.ts';
import { ACTION_SHOWN_FOR_MS, onToast, SHOWN_FOR_MS, type ToastNote } from './toast.ts';
import { toastStyles } from './toast-styles.ts';

const manager = Toast.createToastManager();

const styles = {
  toast: css(toastStyles.card, {
    transition: `opacity ${motion.slow} ${motion.ease}, transform ${motion.slow} ${motion.ease}`,
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(8px)' },
  }),
  content: css(toastStyles.line, { '[data-type="bad"] & svg': { color: color.danger } }),
};

const raise = ({ text, tone, action }: ToastNote) => {
  const press = (run: () => void) => {
    manager.close(id);
    run();
  };
  const id = manager.add({
    description: text,
    type: tone,
    timeout: action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS,
    priority: tone === 'bad' ? 'high' : 'low',
    ...(action && { actionProps: { children: action.label, onClick: () => press(action.run) } }),
  });
};

const List = () =>
  Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} css={styles.toast}>
      <Toast.Content css={styles.content}>
        {toast.type === 'bad' ? <CircleAlert size={20} /> : <Info size={20} />}
        <Toast.Description />
        <Toast.Action css={buttonStyle} data-look="quiet" data-size="small" />
      </Toast.Content>
    </Toast.Root>
  ));

const ToastStack = ({ notes }: { readonly notes: readonly ToastNote[] }) => {
  const { t } = useTranslation('settings');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the toasts that waited for this component
  useEffect(() => {
    for (const note of notes) raise(note);
    return onToast(raise);
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport css={toastStyles.place} aria-label={t('notifications')}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
};
export default ToastStack;
