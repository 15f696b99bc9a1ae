import { useLiveQuery } from 'dexie-react-hooks';
import { nanoid } from 'nanoid';
import { useEffect } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import { readUploads } from '#db/reads/people.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/report.ts';

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
  reportFailure(await core.upload(nanoid(), purpose, file));
}

export function drop(id: string): void {
  void core.dropUpload(id);
}

/** Undefined unless the file was refused: while it waits, it is sent again by itself. */
export function retryOf({ id, state, file }: UploadRow): (() => void) | undefined {
  if (state !== 'error' || !file) return undefined;
  return async () => reportFailure(await core.retryUpload(id));
}
