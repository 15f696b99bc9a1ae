import { nullable, safeParse, strictTuple } from 'valibot';
import type { Track } from '#contract/analytics/events.ts';
import { type CommandRow, someUid } from '#contract/command.ts';
import { commandRows } from '#contract/commands.ts';
import type { CoreApi, CorePort, Declaration } from '#contract/core.ts';
import { COMMAND_LOST_AFTER_MS } from '#contract/core-rules.ts';
import { needLogin } from '#contract/errors.ts';
import { type AppError, fail } from '#contract/result.ts';
import { isStorageFull } from '../db/reads/storage-failure.ts';
import type { Leadership } from './leadership.ts';

/** Schema of the account that a page shows; null when it shows none. */
const shownAccount = nullable(someUid);

/** Maps a thrown error to an error code. Storage quota errors have their own code. */
const errorOfThrown = (error: unknown): AppError => ({
  code: isStorageFull(error) ? 'storage-full' : 'storage-broken',
});

/** The dependencies of the command guard. */
export type GuardPorts = {
  /** Resolves to whether the user may perform commands marked `act`: not when the account is not confirmed as adult. */
  readonly mayAct: () => Promise<boolean>;
  /** Resolves to the account that is signed in. */
  readonly account: () => Promise<number | undefined>;
  readonly track: Track;
  /** A command threw. */
  readonly onThrown: (error: unknown) => void;
};

/** The guarded commands that pages call, and the declarations that they repeat to a new core. */
export type GuardedCommands = {
  readonly commands: Omit<CorePort, 'attach'>;
  /** Applies a declaration that a page repeats, also before this core leads. */
  readonly declare: (declaration: Declaration) => void;
};

/**
 * Wraps the commands for pages. Arguments are validated, because input over a port is untrusted. Commands run only while this core leads,
 * and only if the account that the page shows is signed in, unless it shows none or the command is for any account. A wrapped command never
 * throws: it resolves to an error.
 */
export function guardCommands(commands: CoreApi, leadership: Leadership, ports: GuardPorts): GuardedCommands {
  const { mayAct, track } = ports;

  /** Returns the error of a command that is meant for another account than the one that is signed in. */
  async function errorOfAccount(shown: number | null): Promise<AppError | undefined> {
    if (shown === null) return undefined;
    const account = await ports.account();
    if (account === shown) return undefined;
    return account === undefined ? needLogin : { code: 'other-account' };
  }

  /** Resolves to the error of a core that cannot answer; undefined once it leads. */
  async function errorOfRole(): Promise<AppError | undefined> {
    if (await leadership.whenLeading(COMMAND_LOST_AFTER_MS)) return undefined;
    return { code: leadership.role() === 'stale' ? 'stale-build' : 'core-lost' };
  }

  async function run(
    name: keyof CoreApi,
    given: unknown,
    args: readonly unknown[],
    ready: () => Promise<AppError | undefined>,
  ): Promise<unknown> {
    const row: CommandRow = commandRows[name];
    const shown = safeParse(shownAccount, given);
    const parsed = safeParse(strictTuple(row.args), args);
    if (!shown.success || !parsed.success) return fail({ code: 'bad-request', detail: name });
    const unready = await ready();
    if (unready) return fail(unready);
    try {
      const error = row.account === 'any' ? undefined : await errorOfAccount(shown.output);
      if (error) return fail(error);
      const isAct = typeof row.act === 'function' ? row.act(...parsed.output) : row.act === true;
      if (isAct && !(await mayAct())) return fail({ code: 'age' });
      const command = commands[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return await command(...parsed.output);
    } catch (error) {
      console.warn(`core command ${name} failed`, error);
      ports.onThrown(error);
      const failure = errorOfThrown(error);
      track('error', { kind: name, code: failure.code });
      return fail(failure);
    }
  }

  const names = Object.keys(commandRows) as (keyof CoreApi)[];
  const guarded = names.map((name) => [
    name,
    (account: unknown, ...args: unknown[]) => run(name, account, args, errorOfRole),
  ]);
  return {
    commands: Object.fromEntries(guarded),
    declare: ({ name, account, args }) => void run(name, account, args, async () => undefined),
  };
}
