import { type DatabaseAddress, openDatabase } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { type Metrics, noMetrics } from '../../../platform/metrics/metrics.ts';
import type { ArchiveSource } from './answer.ts';
import { createKeeper, type KeepMessage } from './keeper.ts';
import { openCarryOver } from './prosody/carry-over.ts';

export type OpenArchive = {
  readonly keep: KeepMessage;
  readonly source: ArchiveSource;
  /** From when Prosody runs: only then an older one certainly does not write any more. */
  carryOver(): void;
  close(): Promise<void>;
};

/** The archive of all accounts, with connections of its own: a message does not wait for what HTTP asks. */
export async function openArchive(options: {
  readonly databaseUrl: DatabaseAddress;
  /** Prosody's own folder. */
  readonly dataDir: string;
  readonly domain: string;
  readonly log: Logger;
  readonly metrics?: Metrics;
}): Promise<OpenArchive> {
  const { domain, log, dataDir, metrics = noMetrics } = options;
  const { db, close } = openDatabase(
    options.databaseUrl,
    (error) => log.warn({ reason: error.message }, 'an idle connection of the archive broke'),
    undefined,
    undefined,
    (seconds) => metrics.measure('database', 'archive', seconds),
  );
  const older = await openCarryOver({ db, dataDir, domain, log });
  const ending = new AbortController();
  let carrying = Promise.resolve();
  return {
    keep: createKeeper(db, metrics),
    source: { db, ready: older.ready },
    carryOver() {
      carrying = older.all(ending.signal);
    },
    async close() {
      ending.abort();
      await carrying;
      await close();
    },
  };
}
