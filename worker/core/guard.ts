import { safeParse, strictTuple } from 'valibot';
import type { Track } from '#contract/analytics/events.ts';
import type { CommandRow } from '#contract/command.ts';
import { commandRows } from '#contract/commands.ts';
import type { CoreApi } from '#contract/core.ts';
import { COMMAND_LOST_AFTER_MS } from '#contract/core-rules.ts';
import { type AppError, fail } from '#contract/result.ts';
import { isStorageFull } from '../db/reads/storage-failure.ts';
import type { Leadership } from './leadership.ts';

/** Maps a thrown error to an error code. Storage quota errors have their own code. */
const errorOfThrown = (error: unknown): AppError => ({
  code: isStorageFull(error) ? 'storage-full' : 'storage-broken',
});

/** The dependencies of the command guard. */
export type GuardPorts = {
  /** Resolves to whether the user may perform commands marked `act`: not when the account is not confirmed as adult. */
  readonly mayAct: () => Promise<boolean>;
  readonly track: Track;
  /** A command threw. */
  readonly onThrown: (error: unknown) => void;
};

/**
 * Wraps the commands for pages. Arguments are validated, because input over a port is untrusted. Commands run only
 * while this core leads. They never throw.
 */
export function guardCommands(
  commands: CoreApi,
  leadership: Leadership,
  { mayAct, track, onThrown }: GuardPorts,
): CoreApi {
  const rows: readonly (readonly [string, CommandRow])[] = Object.entries(commandRows);
  const guarded = rows.map(([name, { args: schemas, act = false }]) => {
    const command = commands[name as keyof CoreApi] as (...args: readonly unknown[]) => Promise<unknown>;
    const schema = strictTuple(schemas);
    const run = async (...args: unknown[]) => {
      const parsed = safeParse(schema, args);
      if (!parsed.success) return fail({ code: 'bad-request', detail: name });
      if (!(await leadership.whenLeading(COMMAND_LOST_AFTER_MS))) {
        return fail({ code: leadership.role() === 'stale' ? 'stale-build' : 'core-lost' });
      }
      try {
        const isAct = act === true || (act !== false && act(...parsed.output));
        if (isAct && !(await mayAct())) return fail({ code: 'age' });
        return await command(...parsed.output);
      } catch (error) {
        console.warn(`core command ${name} failed`, error);
        onThrown(error);
        const failure = errorOfThrown(error);
        track('error', { kind: name, code: failure.code });
        return fail(failure);
      }
    };
    return [name, run];
  });
  return Object.fromEntries(guarded) as CoreApi;
}
