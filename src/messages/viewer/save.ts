import { isMediaFile } from '#contract/api/answer.ts';
import { explain } from '../../i18n/errors.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { mediaSrc } from '../../ui/media/media-host.ts';
import { saveFile } from '../../ui/save-file.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'audio/mp4': 'm4a',
};

/**
 * Returns the name of a saved file: the day on which its message was sent in ISO 8601 order, so that file managers sort it by date, its
 * number in the message, and the extension of its media type.
 */
export function nameOfFile(date: number, number: number, type: string): string {
  const day = new Date(date);
  const [month, dayOfMonth] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${dayOfMonth}-${number}.${ENDINGS[type.split(';', 1)[0] ?? ''] ?? 'bin'}`;
}

/** Opens a file of another origin in a new tab, because the browser ignores `download` for it. */
const openFile = (href: string): void =>
  Object.assign(document.createElement('a'), { href, download: '', rel: 'noopener', target: '_blank' }).click();

async function saveOne(src: string, date: number, number: number): Promise<boolean> {
  if (new URL(src, location.href).origin !== location.origin) {
    openFile(src);
    return true;
  }
  const response = await fetch(src).catch(() => undefined);
  if (!response || !isMediaFile(response)) return false;
  const file = await response.blob();
  saveFile(file, nameOfFile(date, number, file.type));
  return true;
}

/**
 * Downloads the files of a message for its save entry, up to the first one that cannot be fetched, which shows a toast. A cross-origin file
 * is opened in a new tab instead.
 */
export async function saveFiles(urls: readonly string[], date: number): Promise<void> {
  for (const [at, url] of urls.entries())
    if (!(await saveOne(mediaSrc(url), date, at + 1))) return showToast(explain({ code: 'offline' }), 'bad');
}
