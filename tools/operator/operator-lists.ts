import { readOperatorLog } from '../../server/domains/account/site/operator-log.ts';
import { waitingForTeam } from '../../server/domains/chat/support.ts';
import { findMissingFiles } from '../../server/domains/media/missing-files.ts';
import type { MediaStore } from '../../server/domains/media/store.ts';
import { openReports } from '../../server/domains/moderation/reports.ts';
import { oneLine } from '../../server/domains/operator/one-line.ts';
import type { Database } from '../../server/platform/database/connect.ts';

const LISTED = 50;

/**
 * Operator commands without arguments that change nothing; the operator page shows the first three too. Each returns one row of text per
 * entry.
 */
export const LISTS = {
  async support(db: Database): Promise<readonly string[]> {
    const waiting = await waitingForTeam(db, LISTED);
    return waiting.map(({ uid, at, body }) => `${at.toISOString()} ${uid}: ${oneLine(body)}`);
  },
  async reports(db: Database): Promise<readonly string[]> {
    const open = await openReports(db, LISTED);
    return open.map(
      ({ ticket, createdAt, uid, targetUid, reason, note }) =>
        `${createdAt.toISOString()} ${ticket}: ${uid} about ${targetUid}, ${reason} ${oneLine(note)}`,
    );
  },
  log: (db: Database): Promise<readonly string[]> => readOperatorLog(db, LISTED),
  /** Lists media rows whose file is missing, for use after a restore on the machine that has the files. Asks the store for every file. */
  async media(db: Database, store: MediaStore): Promise<readonly string[]> {
    const lines: string[] = [];
    let count = 0;
    for await (const { id, ownerUid, path } of findMissingFiles(db, store)) {
      count += 1;
      if (count <= LISTED) lines.push(`${id} of ${ownerUid}: ${path} is missing`);
    }
    return [...lines, `${count} files are missing`];
  },
} as const;
