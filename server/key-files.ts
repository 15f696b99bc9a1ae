import type { Config } from './config.ts';
import { openTickets } from './domains/payments/order/tickets.ts';
import { makePushKeys, pushKeysFile } from './domains/push/keys.ts';
import { needDataDir } from './platform/process/data-dir.ts';
import { passKeyOf } from './platform/realtime/pass.ts';

/**
 * Creates the data folder and the files of keys that this configuration uses, or throws a `StartError` for one that is empty or damaged.
 * Called first at each start, so that nothing else was changed then.
 */
export function needKeyFiles({ dataDir, engine, xmppPassKey, push }: Config): void {
  needDataDir(dataDir);
  if (engine === undefined) passKeyOf(dataDir, xmppPassKey);
  openTickets(dataDir);
  if (push.contact !== '') makePushKeys(pushKeysFile(dataDir), Date.now());
}
