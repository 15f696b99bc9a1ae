import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppState } from '../../data/use-app-state.ts';
import { explain } from '../../i18n/errors.ts';
import { showToast } from '../../ui/feedback/toast.ts';

const since = Date.now();
let shownId = '';

/** Shows a toast when the server rejects a change that was already shown as done, and the worker has reverted it. Renders nothing. */
export const UndoneToast = () => {
  const { t } = useTranslation('connection');
  const undone = useAppState('undone');
  useEffect(() => {
    if (!undone || undone.at < since || undone.id === shownId) return;
    shownId = undone.id;
    if (document.visibilityState === 'visible') showToast(`${t('undone')} ${explain(undone.error)}`, 'bad');
  }, [undone, t]);
  return null;
};
