import type { Gateway } from '../../server/domains/payments/gateway.ts';
import type { Database, Transaction } from '../../server/platform/database/connect.ts';

/** Dependencies of operator commands about money. */
export type MoneyDeps = {
  readonly db: Database;
  /** Undefined: payments are off. */
  readonly gateway: Gateway | undefined;
};
/**
 * A parsed operator command that changes money. `what` goes into the operator log; `run` executes in the log entry's transaction, with the
 * entry's id `op:<id>` as `by`, and returns the text to print.
 */
export type MoneyChange = {
  readonly what: unknown;
  /** Queries the gateway, before the transaction. */
  prepare?(at: MoneyDeps): Promise<void>;
  run(tx: Transaction, by: string): Promise<string>;
};
/** Parses the arguments of one operator command that changes money; undefined if they are invalid. */
export type ReadMoneyChange = (args: readonly string[]) => MoneyChange | undefined;
