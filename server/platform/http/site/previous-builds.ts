import { createHash } from 'node:crypto';
import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, WEEK_MS } from '../../../../contract/durations.ts';
import { freeBytesOf } from '../free-bytes.ts';

/** Time for which the scripts of a build stay available after the last process that served it, ms. */
const RETENTION_MS = WEEK_MS;
const MAX_PREVIOUS_BUILDS = 4;
/** Free disk space below which no build is stored, bytes. */
const MIN_FREE_BYTES = 1024 ** 3;
/** Empty file in the folder of a build; its time of change is when a process served the build last. */
const SERVED = '.served';
const ASSETS = 'assets';

/**
 * Whether a file of `assets` is stored, because open pages of a build may still request it: all but gzip variants, as each client that
 * needs compression accepts Brotli.
 */
const isStored = (name: string) => !name.endsWith('.gz');

/** Scripts of builds that this server, or other processes with the same `DATA_DIR`, served before. */
export type PreviousBuilds = {
  /** Returns the folder of a previous build that contains `assets/<name>`; undefined if there is none. */
  folderOf(name: string): string | undefined;
  /**
   * Deletes builds that no process has served for a week, those beyond MAX_PREVIOUS_BUILDS and abandoned drafts; then stores the scripts of
   * the own build, unless the disk is nearly full, for the pages that are open when the next build replaces it. Repeats itself daily.
   */
  store(): Promise<void>;
  /** Stops the daily repetition of `store`. */
  close(): void;
};

type Ports = { readonly freeBytes: (folder: string) => Promise<number>; readonly now: () => number };

/**
 * Creates the `PreviousBuilds` in `folder` for the build in `distDir`; it finds and stores nothing until `store` is called. `onError` is
 * called when a daily repetition of `store` fails; a direct call of `store` rejects instead.
 */
export function openPreviousBuilds(
  folder: string,
  distDir: string,
  onError: (error: unknown) => void,
  { freeBytes, now }: Ports = { freeBytes: freeBytesOf, now: Date.now },
): PreviousBuilds {
  const assets = join(distDir, ASSETS);
  let previous: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const servedAt = (build: string) => {
    const mark = join(folder, build, SERVED);
    return existsSync(mark) ? statSync(mark).mtimeMs : 0;
  };
  /** Lists the stored builds except the own one, newest first. */
  function list(own: string): string[] {
    const builds = existsSync(folder) ? readdirSync(folder).filter((name) => name !== own && !name.includes('.')) : [];
    return builds.toSorted((one, other) => servedAt(other) - servedAt(one));
  }

  /** Lists unfinished folders that are older than a day: their processes ended while they stored a build. */
  const abandonedDrafts = () =>
    existsSync(folder)
      ? readdirSync(folder).filter(
          (name) => name.includes('.') && statSync(join(folder, name)).mtimeMs < now() - DAY_MS,
        )
      : [];

  async function storeOwn(own: string, names: readonly string[]): Promise<void> {
    const target = join(folder, own);
    if (!existsSync(target) && (await freeBytes(folder)) >= MIN_FREE_BYTES) {
      const draft = `${target}.${process.pid}`;
      await mkdir(join(draft, ASSETS), { recursive: true });
      for (const name of names) await linkOrCopy(join(assets, name), join(draft, ASSETS, name));
      await writeFile(join(draft, SERVED), '');
      // Another process with the same build may have been faster.
      await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
    }
    const date = new Date(now());
    if (existsSync(target)) await utimes(join(target, SERVED), date, date);
  }

  async function store(): Promise<void> {
    if (!existsSync(assets)) return;
    // Before anything can fail, so that a failed call is repeated too.
    if (!isClosed) timer ??= setInterval(() => void store().catch(onError), DAY_MS).unref();
    const names = (await readdir(assets)).filter(isStored).sort();
    const own = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
    const [recent, old] = [list(own).slice(0, MAX_PREVIOUS_BUILDS), list(own).slice(MAX_PREVIOUS_BUILDS)];
    const isExpired = (build: string) => servedAt(build) < now() - RETENTION_MS;
    previous = recent.filter((build) => !isExpired(build)).map((build) => join(folder, build));
    for (const build of [...recent.filter(isExpired), ...old, ...abandonedDrafts()]) {
      await rm(join(folder, build), { recursive: true, force: true });
    }
    await storeOwn(own, names);
  }

  return {
    folderOf: (name) => previous.find((build) => existsSync(join(build, ASSETS, name))),
    store,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

/** Links a file, which uses no disk space, or copies it if the folders are on different disks or have different owners. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE));
