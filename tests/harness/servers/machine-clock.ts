import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faketimePath } from '../../../tools/installed-tools.ts';
import { temporaryFolder } from '../temporary.ts';

/** The clock of a machine that a test sets. */
export type MachineClock = {
  /** The environment of processes that live on this machine. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the clock of all these processes at once, to this number of ms beside the true time. */
  set(byMs: number): void;
};

/**
 * Creates the clock of a machine whose processes are real: libfaketime answers their calls for the time of day. The monotonic clock and
 * timers stay true, as they do when an operator or NTP sets a machine's clock.
 */
export function createMachineClock(): MachineClock {
  const folder = temporaryFolder('clock');
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'offset');
  const set = (byMs: number) => {
    const draft = `${file}.new`;
    writeFileSync(draft, `${byMs < 0 ? '' : '+'}${byMs / 1_000}\n`, { mode: 0o644 });
    renameSync(draft, file);
  };
  set(0);
  return {
    env: {
      LD_PRELOAD: faketimePath() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set,
  };
}
