import { parseArgs } from 'node:util';
import { CROWD_MAX } from '../../demo/accounts/crowd.ts';
import { Stop } from '../stop.ts';

/** Returns the number of hosts in the arguments of `npm run seed`: `--anchors <1 to CROWD_MAX>`. Throws a `Stop` with the usage. */
export function readSeedCount(args: readonly string[]): number {
  const usage = `usage: npm run seed -- --anchors <1 to ${CROWD_MAX}>`;
  try {
    const { anchors } = parseArgs({ args: [...args], options: { anchors: { type: 'string' } } }).values;
    const count = /^\d{1,7}$/.test(anchors ?? '') ? Number(anchors) : 0;
    if (count >= 1 && count <= CROWD_MAX) return count;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new Stop(usage);
}
