import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ALL_LANES } from '../money/ledger-load.ts';
import { type MoneyBank, openMoneyBank } from '../money/money-load.ts';
import type { BankAnswer, BankQuestion, LoadOrder } from './load-process.ts';

const ENTRY = fileURLToPath(new URL('./load-process.ts', import.meta.url));
const PROCESSES = 2;

type Said<Share> = BankQuestion | { readonly done: Share } | { readonly died: string };

/** Runs the 8 lanes of a load, 4 in each of two processes, and returns the result of each process. */
export async function playInTwo<Share>(
  order: Omit<LoadOrder, 'lanes'>,
  bank: MoneyBank = openMoneyBank(),
): Promise<Share[]> {
  const lanesOf = (n: number) => ALL_LANES.filter((lane) => lane % PROCESSES === n);
  return Promise.all(Array.from({ length: PROCESSES }, (_, n) => playIn<Share>({ ...order, lanes: lanesOf(n) }, bank)));
}

function playIn<Share>(order: LoadOrder, bank: MoneyBank): Promise<Share> {
  const child = fork(ENTRY, {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // JSON would turn undefined into null.
    serialization: 'advanced',
  });
  const { promise, resolve, reject } = Promise.withResolvers<Share>();
  const functions = { ...bank.gateway, ...bank } as unknown as Record<string, (...args: readonly unknown[]) => unknown>;

  async function answer({ id, asked, args }: BankQuestion): Promise<void> {
    const said: BankAnswer = await Promise.resolve()
      .then(() => functions[asked]?.(...args))
      .then(
        (value) => ({ id, value }),
        (error: unknown) => ({ id, failed: String(error) }),
      );
    if (child.connected) child.send(said);
  }
  child.on('message', (said: Said<Share>) => {
    if ('done' in said) resolve(said.done);
    else if ('died' in said) reject(new Error(said.died));
    else void answer(said);
  });
  child.once('exit', (code, signal) => reject(new Error(`A process of the load ended: ${signal ?? code}`)));
  child.send(order);
  return promise.finally(() => child.kill());
}
