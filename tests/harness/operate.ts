import { type ActDeps, byPlace, textOf } from '../../server/domains/operator/act.ts';
import { findAct } from '../../server/domains/operator/acts.ts';
import { perform } from '../../server/domains/operator/perform.ts';
import type { Gateway } from '../../server/domains/payments/gateway.ts';
import type { Database } from '../../server/platform/database/connect.ts';

/** Settings of an operator command without identity checks, with payouts by the bank; the data folder is not read. */
export const ACT_CONFIG: ActDeps['config'] = { dataDir: '/nowhere', identity: undefined, payouts: 'manual' };

/** Runs an operator command in this process and returns its output. `yes: false` is a dry run. */
export async function operate(
  db: Database,
  words: readonly string[],
  {
    reason = 'it was asked for',
    yes = true,
    gateway,
    config = ACT_CONFIG,
  }: { reason?: string; yes?: boolean; gateway?: Gateway; config?: ActDeps['config'] } = {},
): Promise<string> {
  const found = findAct(words);
  const given = found && byPlace(found.row, found.rest);
  if (!found || !given) throw new Error(`no command: ${words.join(' ')}`);
  const { outcome } = await perform({ db, gateway, config }, found.row.read(given), { who: 'ina@here', reason, yes });
  return outcome.lines.map(textOf).join('\n');
}
