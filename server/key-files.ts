import type { Config } from './config.ts';
import { ticketsKeyFile } from './domains/payments/order/tickets.ts';
import { pushKeyFile, pushKeysFile } from './domains/push/keys.ts';
import { checkDataDir, needDataDir } from './platform/process/data-dir.ts';
import { type KeyFile, readKey, readOrCreateKey } from './platform/process/key-file.ts';
import { passKeyFile } from './platform/realtime/pass.ts';

const keyFilesOf = ({ dataDir, engine, xmppPassKey, push }: Config): readonly KeyFile<unknown>[] => [
  ...(engine === undefined && xmppPassKey === '' ? [passKeyFile(dataDir)] : []),
  ticketsKeyFile(dataDir),
  ...(push.contact === '' ? [] : [pushKeyFile(pushKeysFile(dataDir), Date.now())]),
];

/** Throws a `StartError` for a data folder that is not usable, and for a file of keys in it that is empty or damaged. Creates nothing. */
export function checkKeyFiles(config: Config): void {
  checkDataDir(config.dataDir);
  for (const keyFile of keyFilesOf(config)) readKey(keyFile);
}

/** Creates the data folder and those files of keys that this configuration uses and that are missing. */
export function needKeyFiles(config: Config): void {
  checkKeyFiles(config);
  needDataDir(config.dataDir);
  for (const keyFile of keyFilesOf(config)) readOrCreateKey(keyFile);
}
