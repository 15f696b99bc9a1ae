import { useLiveQuery } from 'dexie-react-hooks';
import { nanoid } from 'nanoid';
import { useEffect } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import { readUploads } from '#db/reads/people.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/report.ts';

/** Files of refused uploads are no longer in the database; a second try reads them from here. */
const kept = new Map<string, Blob>();

/** Uploads of one purpose, the oldest first. Finished ones are part of the profile and removed here. */
export function useUploads(purpose: UploadPurpose) {
  const rows = useLiveQuery(readUploads)?.filter((row) => row.purpose === purpose) ?? [];
  const arrived = rows.filter(({ state }) => state === 'done').map(({ id }) => id);
  const arrivedKey = arrived.join();
  useEffect(() => {
    for (const id of arrivedKey.split(',').filter((part) => part !== '')) drop(id);
  }, [arrivedKey]);
  return rows.filter(({ state }) => state !== 'done');
}

export async function send(purpose: UploadPurpose, file: Blob): Promise<void> {
  const id = nanoid();
  kept.set(id, file);
  const result = await core.upload(id, purpose, file);
  reportFailure(result);
}

export function drop(id: string): void {
  kept.delete(id);
  void core.dropUpload(id);
}

/** Undefined when the page was reloaded since: the file has to be chosen again. */
export function retryOf({ id, purpose, state }: UploadRow): (() => void) | undefined {
  const file = kept.get(id);
  if (state !== 'error' || !file) return undefined;
  return () => {
    drop(id);
    void send(purpose, file);
  };
}
