import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import type { MediaStore } from './store.ts';
import { media } from './tables.ts';

const BATCH = 200;

/** A row of `media` whose file is not in the store. */
export type MissingFile = { readonly id: string; readonly ownerUid: number; readonly path: string };

/**
 * Yields each row of `media` whose file is not in the store, except rows whose file was deleted at the end of its retention; for the
 * operator after a restore. Throws `FilesAway` while the store is unavailable. Files without a row are deleted by the clean-up jobs.
 */
export async function* findMissingFiles(
  db: Database,
  { folder, privateFolder }: Pick<MediaStore, 'folder' | 'privateFolder'>,
): AsyncGenerator<MissingFile> {
  for (let after = ''; ; ) {
    const batch = await db
      .select({ id: media.id, ownerUid: media.ownerUid, kind: media.kind, purpose: media.purpose })
      .from(media)
      .where(and(gt(media.id, after), isNull(media.goneAt)))
      .orderBy(asc(media.id))
      .limit(BATCH);
    for (const { id, ownerUid, kind, purpose } of batch) {
      const { original, has } = purpose === 'chat' ? privateFolder : folder;
      const path = original(id, kind);
      if (!(await has(path))) yield { id, ownerUid, path };
    }
    after = batch.at(-1)?.id ?? '';
    if (batch.length < BATCH) return;
  }
}
