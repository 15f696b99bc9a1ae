import type { Gateway } from '../../server/domains/payments/gateway.ts';
import type { Database, Transaction } from '../../server/platform/database/connect.ts';

/** Dependencies of a money command. */
export type MoneyAround = {
  readonly db: Database;
  /** Undefined: payments are off. */
  readonly gateway: Gateway | undefined;
};
/** A parsed money command. `by` is its entry in the operator log, `op:<id>`. */
export type MoneyChange = {
  readonly what: unknown;
  /** Queries the gateway, before the transaction. */
  prepare?(at: MoneyAround): Promise<void>;
  run(tx: Transaction, by: string): Promise<string>;
};
/** Parses the arguments of a money command; undefined if they are invalid. */
export type ReadMoneyChange = (args: readonly string[]) => MoneyChange | undefined;
