import * as fc from 'fast-check';
import type { Gateway } from '../../../server/domains/payments/gateway.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { ALL_LANES, ledgerOp, playLedger } from '../money/ledger-load.ts';
import { type MoneyBank, moneyOp, openMoneyHouse } from '../money/money-load.ts';

/**
 * Some lanes of a load, in a process of their own with their own connection pool. All processes of a load generate the same operations from
 * the same seed, and each runs its lanes. The gateway is in the parent and is called over the IPC channel.
 */
export type LoadOrder = {
  readonly what: 'ledger' | 'money';
  readonly url: string;
  readonly run: string;
  readonly operations: number;
  readonly seed: number;
  /** For the ledger load: number of operation names; with few names, operations repeat often. */
  readonly names: number;
  readonly lanes: readonly number[];
};
/** A call of the parent's bank: the function's name and its arguments. */
export type BankQuestion = { readonly id: number; readonly asked: string; readonly args: readonly unknown[] };
export type BankAnswer = { readonly id: number; readonly value?: unknown; readonly failed?: string };

const waiting = new Map<number, (answer: BankAnswer) => void>();
let asked = 0;

async function ask(name: string, args: readonly unknown[]): Promise<unknown> {
  asked += 1;
  const id = asked;
  const answer = await new Promise<BankAnswer>((resolve) => {
    waiting.set(id, resolve);
    process.send?.({ id, asked: name, args } satisfies BankQuestion);
  });
  waiting.delete(id);
  if (answer.failed !== undefined) throw new Error(answer.failed);
  return answer.value;
}

const GATEWAY = ['open', 'charge', 'ask', 'close', 'refund'] as const;
const BANK = ['pay', 'set', 'refsOf', 'takeBack', 'next', 'paid'] as const;
const forward = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => ask(name, args)]));
const remoteBank = (): MoneyBank =>
  ({ ...forward(BANK), gateway: forward(GATEWAY) as Partial<Gateway> }) as unknown as MoneyBank;

async function play({ what, url, run, operations, seed, names, lanes }: LoadOrder): Promise<unknown> {
  const sample = { numRuns: operations, seed };
  if (what === 'money') {
    const house = await openMoneyHouse(url, remoteBank());
    const executed = await house.play(fc.sample(moneyOp, sample), run, lanes);
    await house.close();
    return { executed };
  }
  const { db, close } = openDatabase(url, () => undefined, 60_000);
  const share = await playLedger(db, fc.sample(ledgerOp(names), sample), { run }, lanes);
  await close();
  return share;
}

process.on('message', (said: LoadOrder | BankAnswer) => {
  if ('id' in said) {
    waiting.get(said.id)?.(said);
    return;
  }
  if (said.lanes.some((lane) => !ALL_LANES.includes(lane))) throw new RangeError(`No such lane: ${said.lanes}`);
  play(said).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ died: error instanceof Error ? (error.stack ?? error.message) : `${error}` }),
  );
});
process.on('disconnect', () => process.exit());
