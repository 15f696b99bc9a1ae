import i18next from 'i18next';
import { showToast } from './feedback/toast.ts';

/**
 * Offers a page of the app to other apps by the system's sheet (Web Share), else copies its link and says so. `path` is its path with
 * query; the link has the address by which the app was opened. A sheet that the user closes is no error.
 */
export async function sharePage(path: string, title: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  const data = { title, url };
  if (navigator.canShare?.(data)) {
    try {
      return await navigator.share(data);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return;
      // The system refused the sheet, for example because another one is open; the link is copied instead.
    }
  }
  await navigator.clipboard.writeText(url).then(
    () => showToast(i18next.t('common:linkCopied'), 'good'),
    () => showToast(i18next.t('common:linkNotCopied'), 'bad'),
  );
}
