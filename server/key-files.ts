import { access } from 'node:fs/promises';
import type { Config } from './config.ts';
import { personalKeyFile } from './domains/hosting/personal-data.ts';
import { ticketsKeyFile } from './domains/payments/order/tickets.ts';
import { pushKeyFile, pushKeysFile } from './domains/push/keys.ts';
import { checkDataDir, ensureDataDir } from './platform/process/data-dir.ts';
import { type KeyFile, readKey, readOrCreateKey } from './platform/process/key-file.ts';
import type { Need } from './platform/process/readiness.ts';
import { passKeyFile } from './platform/realtime/pass.ts';

const keyFilesOf = ({ dataDir, engine, xmppPassKey, push }: Config): readonly KeyFile<unknown>[] => [
  ...(engine === undefined && xmppPassKey === '' ? [passKeyFile(dataDir)] : []),
  ticketsKeyFile(dataDir),
  personalKeyFile(dataDir),
  ...(push.contact === '' ? [] : [pushKeyFile(pushKeysFile(dataDir), Date.now())]),
];

/** Throws a `StartError` for a data folder that is not usable, and for a file of keys in it that is empty or damaged. Creates nothing. */
export function checkKeyFiles(config: Config): void {
  checkDataDir(config.dataDir);
  for (const keyFile of keyFilesOf(config)) readKey(keyFile);
}

/** Creates the data folder and those files of keys that this configuration uses and that are missing. */
export function ensureKeyFiles(config: Config): void {
  checkKeyFiles(config);
  ensureDataDir(config.dataDir);
  for (const keyFile of keyFilesOf(config)) readOrCreateKey(keyFile);
}

/**
 * Readiness check: the data folder is still there. It looks for a file of keys, because the folder itself is created again by writes, when
 * the disk that was mounted there is gone.
 */
export const needDataFolder = ({ dataDir }: Pick<Config, 'dataDir'>): Need => ({
  name: 'the data folder',
  lacks: () =>
    access(ticketsKeyFile(dataDir).file).then(
      () => undefined,
      () => 'the data folder is lost (DATA_DIR)',
    ),
});
