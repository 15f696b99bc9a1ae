import { hostname, userInfo } from 'node:os';
import type { Queries } from '../../database/connect.ts';
import { operatorLog } from './tables.ts';

/** Logs a change of the operator in the transaction that makes it; returns the name of the entry. */
export async function noteOperator(
  tx: Queries,
  { command, what, reason }: { readonly command: string; readonly what: unknown; readonly reason: string },
): Promise<string> {
  const who = `${loginName()}@${hostname()}`;
  const logged = tx.insert(operatorLog).values({ who, command, what, reason });
  const [row] = await logged.returning({ id: operatorLog.id });
  return `op:${row?.id}`;
}

/** In a container the process may run under a number without a name. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
