import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { checkKeyFiles } from './key-files.ts';
import { checkDatabase } from './platform/database/migrate.ts';
import { loadWords } from './platform/edge/blocked-words.ts';
import { checkPort } from './platform/http/listen.ts';
import { isFolderLocked } from './platform/process/folder-lock.ts';
import { StartError } from './platform/process/start-error.ts';
import { checkProsody, folderInUse } from './platform/prosody/process.ts';

/**
 * Throws a `StartError` for files and ports of the configuration with which a server process cannot start. Each start calls it before it
 * creates anything.
 */
export async function checkFilesAndPorts(config: Config): Promise<void> {
  checkKeyFiles(config);
  loadWords(config.wordsFile);
  await checkPort(config.host, config.port, 'PORT');
  if (config.metrics) await checkPort(config.metrics.host, config.metrics.port, 'METRICS_PORT');
  if (config.operator) await checkPort(config.operator.host, config.operator.port, 'OPERATOR_PORT');
}

/**
 * Checks everything without which a server process cannot start, before it creates anything: files, ports, Prosody and the database. Throws
 * a `StartError` for the first fault.
 */
export async function checkStart(config: Config): Promise<void> {
  needDemoFiles(config);
  await checkFilesAndPorts(config);
  if (config.engine === undefined) {
    checkProsody();
    const folder = join(config.dataDir, 'prosody');
    if (isFolderLocked(folder)) throw folderInUse(folder);
  }
  await checkDatabase(config.databaseUrl);
}

/** Throws when DEMO is on and the folder demo/ does not exist, as in a production image. */
function needDemoFiles({ demo }: Pick<Config, 'demo'>): void {
  if (!demo || existsSync(new URL('../demo/', import.meta.url))) return;
  throw new StartError('DEMO is on, but there is no folder demo/, which production images leave out; set DEMO=off');
}
