import { type DatabaseAddress, openDatabase } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { type Metrics, noMetrics } from '../../../platform/metrics/metrics.ts';
import type { ArchiveSource } from './answer.ts';
import { type ArchiveMessage, createArchiveWriter } from './archive-writer.ts';
import { openArchiveImport } from './prosody/archive-import.ts';

/**
 * The message archive of a process, with its own database connections: writes of the edge, reads of the gate, and the import from
 * Prosody.
 */
export type OpenArchive = {
  readonly keep: ArchiveMessage;
  readonly source: ArchiveSource;
  /**
   * Starts to import Prosody's archive files. Called once Prosody runs, because until then a Prosody left by an earlier server
   * process may still write to them.
   */
  importArchive(): void;
  close(): Promise<void>;
};

/**
 * Opens the archive of all accounts, once per process. It has its own database connections, so that messages do not wait for HTTP
 * requests.
 */
export async function openArchive(options: {
  readonly databaseUrl: DatabaseAddress;
  /** Prosody's data folder. */
  readonly dataDir: string;
  readonly domain: string;
  readonly log: Logger;
  readonly metrics?: Metrics;
}): Promise<OpenArchive> {
  const { domain, log, dataDir, metrics = noMetrics } = options;
  const { db, close } = openDatabase(
    options.databaseUrl,
    (error) => log.warn({ err: error, reason: error.message }, 'an idle database connection of the archive failed'),
    undefined,
    undefined,
    (seconds) => metrics.measure('database', 'archive', seconds),
  );
  const older = await openArchiveImport({ db, dataDir, domain, log });
  const ending = new AbortController();
  let importing = Promise.resolve();
  return {
    keep: createArchiveWriter(db, metrics),
    source: { db, ready: older.ready },
    importArchive() {
      importing = older.all(ending.signal);
    },
    async close() {
      ending.abort();
      await importing;
      await close();
    },
  };
}
