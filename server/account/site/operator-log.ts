import { hostname, userInfo } from 'node:os';
import type { Queries } from '../../database/connect.ts';
import { operatorLog } from './tables.ts';

/** Logs a change of the operator in the transaction that makes it. */
export async function noteOperator(
  tx: Queries,
  { command, what, reason }: { readonly command: string; readonly what: unknown; readonly reason: string },
): Promise<void> {
  await tx.insert(operatorLog).values({ who: `${loginName()}@${hostname()}`, command, what, reason });
}

/** In a container the process may run under a number without a name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
