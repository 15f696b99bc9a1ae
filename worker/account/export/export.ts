import type { lifeCommands } from '#contract/account/life-commands.ts';
import { EXPORT_KEPT_HOURS } from '#contract/account/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok } from '#contract/result.ts';
import type { Api } from '../../api/client.ts';
import type { CorePart, StreamLink } from '../../base/part.ts';
import { guardAccount } from '../../base/session-row.ts';
import type { AppDb, ExportRow } from '../../db/schema.ts';

type ExportPorts = { readonly app: AppDb; readonly api: Api; readonly baseUrl: string };

const KEPT_MS = EXPORT_KEPT_HOURS * HOUR_MS;
const FILE = /^my-data-\d+\.zip$/;

/** Deletes the files of exports from the origin private file system, except the one named `except`. */
async function removeFiles(except?: string): Promise<void> {
  // Browsers without the origin private file system, or without it in workers, have nothing to delete.
  const folder = await navigator.storage?.getDirectory?.().catch(() => undefined);
  if (!folder) return;
  const doomed: string[] = [];
  for await (const name of folder.keys()) if (FILE.test(name) && name !== except) doomed.push(name);
  for (const name of doomed) await folder.removeEntry(name).catch(() => undefined);
}

/**
 * Creates the core part that exports all account data. One export runs at a time; its state is a row, and its code is loaded on first use.
 */
export function createExport({
  app,
  api,
  baseUrl,
}: ExportPorts): CorePart<Pick<CommandsOf<typeof lifeCommands>, 'exportData' | 'discardExport'>> {
  let readArchive: StreamLink['readArchive'] | undefined;
  let running: AbortController | undefined;

  async function drop(): Promise<void> {
    running?.abort();
    running = undefined;
    await app.state.delete('export');
    await removeFiles();
  }

  /**
   * Deletes the row and the file of an export that failed, that ended with its worker, or that is older than EXPORT_KEPT_HOURS; nothing
   * while one runs. Called once at the start of each core.
   */
  async function removeOld(): Promise<void> {
    const row = await app.state.get('export');
    const own = row?.key === 'export' ? row : undefined;
    const isKept = own?.state === 'done' && Date.now() - own.at < KEPT_MS;
    if (own && !isKept && running === undefined) await app.state.delete('export');
    if (running === undefined) await removeFiles(isKept ? own.file : undefined);
  }

  async function run(row: ExportRow, controller: AbortController): Promise<void> {
    const isSame = await guardAccount(app);
    /** Stores progress or the result only while this export is current: a sign-out or a new export takes precedence. */
    const keep = (next: ExportRow) =>
      app.transaction('rw', app.state, async () => {
        if (running === controller && (await isSame())) await app.state.put(next);
      });
    let last = row;
    const { runExport } = await import('./run.ts');
    const result = await runExport({
      api,
      readArchive,
      baseUrl,
      file: row.file,
      signal: controller.signal,
      onProgress(counts) {
        last = { ...last, ...counts };
        void keep(last);
      },
    });
    if (running !== controller) return removeFiles();
    const at = Date.now();
    await keep(
      'code' in result
        ? { ...last, at, state: 'failed', error: result }
        : { ...last, at, state: 'done', bytes: result.bytes },
    );
    running = undefined;
  }

  return {
    commands: {
      async exportData() {
        if ((await app.state.get('session')) === undefined) return fail(needLogin);
        await drop();
        const at = Date.now();
        const row: ExportRow = {
          key: 'export',
          at,
          file: `my-data-${at}.zip`,
          state: 'running',
          messages: 0,
          media: 0,
          missing: 0,
          bytes: 0,
        };
        await app.state.put(row);
        const controller = new AbortController();
        running = controller;
        void run(row, controller).catch(async (error: unknown) => {
          console.warn('failed to run an export', error);
          if (running !== controller) return;
          running = undefined;
          const failed = { state: 'failed', error: { code: 'storage-broken' } } as const;
          await app.state.put({ ...row, ...failed, at: Date.now() }).catch(() => {});
        });
        return ok(null);
      },
      async discardExport() {
        await drop();
        return ok(null);
      },
    },
    upkeep: [removeOld],
    onStreamUp(stream) {
      readArchive = stream.readArchive;
    },
    onStreamDown() {
      readArchive = undefined;
    },
    onSigningOut: drop,
    onStepDown: () => running?.abort(),
  };
}
