import type { Database, Transaction } from '../../../platform/database/connect.ts';
import type { Gateway } from '../../payments/gateway.ts';

/** What a command of money is given beside its words. */
export type MoneyAround = {
  readonly db: Database;
  /** Undefined: nothing is sold here. */
  readonly gateway: Gateway | undefined;
};
/** Runs under the name of its row of the log, `op:<id>`. */
export type MoneyChange = {
  readonly what: unknown;
  /** Asks the gateway, before the transaction. */
  prepare?(at: MoneyAround): Promise<void>;
  run(tx: Transaction, by: string): Promise<string>;
};
export type ReadMoneyChange = (args: readonly string[]) => MoneyChange | undefined;
