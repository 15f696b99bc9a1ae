import { nanoid } from 'nanoid';
import { useEffect } from 'react';
import type { UploadPurpose } from '#contract/media/media.ts';
import { readUploads } from '#db/reads/people.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';

/**
 * Returns the pending and the failed uploads of one purpose, oldest first. It deletes the rows of completed uploads, whose files the
 * profile contains.
 */
export function useUploads(purpose: UploadPurpose) {
  const rows = useLiveQuery(readUploads)?.filter((row) => row.purpose === purpose) ?? [];
  const arrived = rows.filter(({ state }) => state === 'done').map(({ id }) => id);
  const arrivedKey = arrived.join();
  useEffect(() => {
    for (const id of arrivedKey.split(',').filter((part) => part !== '')) drop(id);
  }, [arrivedKey]);
  return rows.filter(({ state }) => state !== 'done');
}

/** Queues the upload of a picture or clip of the profile; a failure is shown as a toast. */
export async function uploadProfileMedia(purpose: UploadPurpose, file: Blob): Promise<void> {
  reportFailure(await core.upload(nanoid(), purpose, file));
}

/** Cancels a pending upload of the profile, or removes a rejected one. */
export function drop(id: string): void {
  void core.dropUpload(id);
}

/** Returns a function that retries a rejected upload; undefined for other uploads, which are retried automatically, and without a file. */
export function retryOf({ id, state, file }: UploadRow): (() => void) | undefined {
  if (state !== 'error' || !file) return undefined;
  return async () => reportFailure(await core.retryUpload(id));
}
