import i18next from 'i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { loadWords } from '../i18n/more.ts';
import { showToast } from '../ui/feedback/toast.ts';

/** Shows a toast that a quoted or found message is too far back to scroll to. */
export const notifyTooFar = (): Promise<void> =>
  loadWords(currentLanguage(), 'around').then(
    () => void showToast(i18next.t('around:tooFar'), 'bad'),
    () => undefined,
  );
