import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../data/use-app-state.ts';
import { explain } from '../../i18n/errors.ts';
import { showToast } from '../../ui/feedback/toast.ts';

const since = Date.now();
const shownIds = { undone: '', stalled: '' };

/** Shows a text once per row, if the row was written since the page was loaded and the page is visible. */
function useRowToast(
  key: keyof typeof shownIds,
  row: { readonly id: string; readonly at: number } | undefined,
  text: string,
) {
  useEffect(() => {
    if (!row || row.at < since || row.id === shownIds[key]) return;
    shownIds[key] = row.id;
    if (document.visibilityState === 'visible') showToast(text, 'bad');
  }, [key, row, text]);
}

/**
 * Shows a toast when the server rejects a change that was already shown as done, and the core has reverted it; and when a change could
 * not be sent and waits for the user's decision. Renders nothing.
 */
export const ChangeFailureToast = () => {
  const { t } = useTranslation(['connection', 'settings']);
  const undone = useAppState('undone');
  const stalled = useAppState('stalled');
  useRowToast('undone', undone, undone ? `${t('undone')} ${explain(undone.error)}` : '');
  useRowToast('stalled', stalled, t('stalled', { page: t('settings:device') }));
  return null;
};
