import { and, eq, gt, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../contract/durations.ts';
import { UPLOAD_BYTES_PER_DAY, UPLOADS_PER_DAY } from '../../../../contract/media/rules.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { media } from '../tables.ts';

/**
 * Opens the quota of profile uploads: per account in the last 24 hours, in files and bytes. Uploads in progress in this process count
 * as files too, because otherwise many concurrent uploads would exceed the limit before the first is stored.
 */
export function openQuota(db: Database) {
  const inFlight = countInFlight();

  return {
    async isUsedUp(uid: number): Promise<boolean> {
      const [sent] = await db
        .select({
          // The poster of a clip does not count as a separate file.
          files: sql<number>`count(*) - count(${media.posterId})`.mapWith(Number),
          bytes: sql<number>`coalesce(sum(${media.bytes}), 0)`.mapWith(Number),
        })
        .from(media)
        .where(
          and(
            eq(media.ownerUid, uid),
            eq(media.purpose, 'profile'),
            gt(media.createdAt, new Date(Date.now() - DAY_MS)),
          ),
        );
      const { files = 0, bytes = 0 } = sent ?? {};
      return files + inFlight.of(uid) > UPLOADS_PER_DAY || bytes >= UPLOAD_BYTES_PER_DAY;
    },
    begin: inFlight.begin,
  };
}

type InFlight = {
  of(uid: number): number;
  /** Counts an upload in progress; call the returned function when it is stored or refused. */
  begin(uid: number): () => void;
};

/** Creates the counter of uploads in progress, per account, in this process. */
export function countInFlight(): InFlight {
  const counts = new Map<number, number>();
  return {
    of: (uid) => counts.get(uid) ?? 0,
    begin(uid) {
      counts.set(uid, (counts.get(uid) ?? 0) + 1);
      return () => {
        const left = (counts.get(uid) ?? 1) - 1;
        if (left > 0) counts.set(uid, left);
        else counts.delete(uid);
      };
    },
  };
}
