import { makeZip } from 'client-zip';
import { config as brand } from '#brand/config.ts';
import type { MyDataPart } from '#contract/account/life.ts';
import { isMediaFile } from '#contract/api/answer.ts';
import type { AppError } from '#contract/result.ts';
import type { Api } from '../../api/client.ts';
import type { StreamLink } from '../../base/part.ts';
import { isStorageFull } from '../../db/reads/storage-failure.ts';
import { ExportFailed, exportFiles } from './files.ts';
import { createGathering } from './gather.ts';

type RunPorts = {
  readonly api: Pick<Api, 'call'>;
  /** Undefined while there is no stream: the archive cannot be read then. */
  readonly readArchive: StreamLink['readArchive'] | undefined;
  readonly baseUrl: string;
  readonly file: string;
  readonly signal: AbortSignal;
  readonly onProgress: (counts: { messages: number; media: number; missing: number }) => void;
};

/** Creates the file in the origin private file system; undefined where a browser or a private window has none, or cannot write to it. */
async function openFile(name: string) {
  try {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle(name, { create: true });
    return { folder, handle, target: await handle.createWritable() };
  } catch {
    return undefined;
  }
}

/** Creates the export and streams it into the origin private file system. Resolves to the size of the file, or to the error. */
export async function runExport(ports: RunPorts): Promise<{ readonly bytes: number } | AppError> {
  const { api, readArchive, baseUrl, file, signal, onProgress } = ports;
  if (!readArchive) return { code: 'offline' };
  // Opened before the server counts the export, of which it allows three per day: without storage none is used up.
  const opened = await openFile(file);
  if (!opened) return { code: 'storage-missing' };
  const { folder, handle, target } = opened;
  const begun = await api.call('beginExport', {});
  if (!begun.ok) {
    await target.abort().catch(() => undefined);
    await folder.removeEntry(file).catch(() => undefined);
    return begun.error;
  }
  const { exportId } = begun.value;
  const gathering = createGathering();
  const counts = { messages: 0, media: 0, missing: 0 };
  const tell = () => onProgress({ ...counts, messages: gathering.messages() });

  async function* conversations() {
    const isWhole = await readArchive?.(async (page) => {
      signal.throwIfAborted();
      gathering.take(page);
      tell();
    });
    if (!isWhole) throw new ExportFailed({ code: 'offline' });
    yield* gathering.files();
  }

  const files = exportFiles({
    page: (part: MyDataPart, cursor) => api.call('myData', { part, cursor, exportId }, { signal }),
    conversations,
    async fetchMedia(url) {
      const response = await fetch(baseUrl + url, { credentials: 'include', signal }).catch(() => undefined);
      signal.throwIfAborted();
      return response?.body && isMediaFile(response) ? response : undefined;
    },
    onMedia(found) {
      if (found) counts.media += 1;
      else counts.missing += 1;
      tell();
    },
    title: brand.name,
    now: new Date(),
  });
  try {
    await makeZip(files).pipeTo(target, { signal });
    return { bytes: (await handle.getFile()).size };
  } catch (error) {
    await folder.removeEntry(file).catch(() => undefined);
    if (error instanceof ExportFailed) return error.error;
    if (signal.aborted) return { code: 'cancelled' };
    const isFull = isStorageFull(error);
    if (!isFull) console.warn('failed to write an export', error);
    return { code: isFull ? 'storage-full' : 'storage-broken' };
  }
}
