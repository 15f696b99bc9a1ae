import { Toast } from '@base-ui/react/toast';
import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
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
  content: css(toastStyles.line, {
    '[data-type="bad"] & svg': { color: color.danger },
    '[data-type="good"] & svg': { color: color.online },
  }),
};

/** Ids of the shown toasts by their text. A toast with the text of a shown one replaces it. */
const shown = new Map<string, string>();

const raise = ({ text, tone, action }: ToastNote) => {
  const former = shown.get(text);
  if (former !== undefined) manager.close(former);
  const press = (run: () => void) => {
    manager.close(id);
    run();
  };
  const id = manager.add({
    description: text,
    type: tone,
    timeout: action ? ACTION_SHOWN_FOR_MS : SHOWN_FOR_MS,
    // Low for a toast with an action: one of high priority is read as a copy of its text, and is itself hidden from screen readers.
    priority: tone === 'bad' && !action ? 'high' : 'low',
    onRemove: () => {
      if (shown.get(text) === id) shown.delete(text);
    },
    ...(action && { actionProps: { children: action.label, onClick: () => press(action.run) } }),
  });
  shown.set(text, id);
};

const ICONS = { bad: CircleAlert, good: CircleCheck, calm: Info } as const;
const iconOf = (tone: string | undefined) => ICONS[tone === 'bad' || tone === 'good' ? tone : 'calm'];

const List = () =>
  Toast.useToastManager().toasts.map((toast) => {
    const Icon = iconOf(toast.type);
    return (
      <Toast.Root key={toast.id} toast={toast} css={styles.toast}>
        <Toast.Content css={styles.content}>
          <Icon size={20} aria-hidden="true" />
          <Toast.Description />
          <Toast.Action css={buttonStyle} data-look="quiet" data-size="small" />
        </Toast.Content>
      </Toast.Root>
    );
  });

/** Shows the toasts of the page, at most three at a time. `notes`: those that waited for this component. */
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
