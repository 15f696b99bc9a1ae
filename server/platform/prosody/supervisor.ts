import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import { lockFolder } from '../process/folder-lock.ts';
import { endLeftover } from '../process/leftovers.ts';
import { type ProsodyOptions, prosodyConfig } from './config.ts';
import { freePort } from './ports.ts';
import { folderInUse, type RunningProsody, runProsody } from './process.ts';

/** Settings of `startProsody`. */
export type StartOptions = Omit<ProsodyOptions, 'httpPort' | 'componentPort'> & {
  /** A free port is chosen when missing. A restart of the whole server may pass the ports of the last run. */
  readonly httpPort?: number;
  readonly componentPort?: number;
  readonly log: Logger;
  /** Rejects when the process does not answer, though it runs. Without it a hanging process is not detected. */
  readonly probe?: (ports: Pick<Prosody, 'httpPort' | 'componentPort'>) => Promise<unknown>;
  readonly probeEveryMs?: number;
  /** How long a start may take before the process is killed; tests shorten it. */
  readonly readyWithinMs?: number;
};

/** A supervised Prosody: when its process ends, it is restarted on the same ports. */
export type Prosody = {
  readonly httpPort: number;
  readonly componentPort: number;
  /** Process id of the running process; a restart changes it. */
  readonly pid: number;
  /** Resolves when the current process, or after a crash the next one, is ready. Rejects after `stop`. */
  whenReady(): Promise<void>;
  /** Ends the running process by a signal, when it hangs or in tests. The supervisor starts the next one on the same ports. */
  kill(signal: NodeJS.Signals): void;
  /** Ends Prosody permanently. */
  stop(): Promise<void>;
  /** Resolves after `stop`, when the process has ended and none is started any more. */
  readonly exited: Promise<void>;
};

const RESTART_FIRST_MS = 50;
const RESTART_MAX_MS = 2_000;
/** A process that fails this many probes in a row hangs, and is killed. */
const FAILED_PROBES_MAX = 3;
const PROBE_EVERY_MS = 4_000;
/** Prosody closes its streams within milliseconds of SIGTERM; one that hangs is killed after this time. */
const STOP_PATIENCE_MS = 3_000;

/** Writes the configuration file of Prosody and creates its folders, before each start of Prosody; returns the file's path. */
export function writeProsodyConfig(options: ProsodyOptions): string {
  mkdirSync(join(options.dataDir, 'data'), { recursive: true, mode: 0o700 });
  mkdirSync(join(options.dataDir, 'certs'), { recursive: true });
  const file = join(options.dataDir, 'prosody.cfg.lua');
  const text = prosodyConfig(options);
  // Written only if it differs, because a write on a full disk would leave an empty file behind.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/**
 * Starts a private Prosody with the server process, and restarts it until `stop`. Ends a Prosody that a killed server left. Rejects when
 * the first start fails, or when another process has a Prosody on the same folder.
 */
export async function startProsody(options: StartOptions): Promise<Prosody> {
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const httpPort = options.httpPort ?? (await freePort());
  const componentPort = options.componentPort ?? (await freePort());
  const config = { ...options, dataDir, httpPort, componentPort };
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  if (!lock) throw folderInUse(dataDir);
  const configFile = writeProsodyConfig(config);
  // A Prosody left by a killed server would use the same data folder, and possibly the ports.
  await endLeftover(join(dataDir, 'prosody.pid'), configFile, 'SIGTERM');

  // Written again before each start, because the folder may have been lost.
  const run = () => runProsody(writeProsodyConfig(config), httpPort, componentPort, log, options.readyWithinMs);
  const prosody = await supervise({ httpPort, componentPort }, run, log).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  void prosody.exited.then(() => lock.release());
  const { probe, probeEveryMs = PROBE_EVERY_MS } = options;
  if (probe) killWhenHanging(prosody, () => probe(prosody), probeEveryMs, log);
  return prosody;
}

/** Probes the process until it is stopped, and kills it when it hangs; its supervisor then starts the next one. */
function killWhenHanging(prosody: Prosody, probe: () => Promise<unknown>, everyMs: number, log: Logger): void {
  let failed = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function look(): Promise<void> {
    // A process that starts is not probed.
    await prosody.whenReady();
    const { pid } = prosody;
    const isAlive = await probe().then(
      () => true,
      () => false,
    );
    failed = isAlive || pid !== prosody.pid ? 0 : failed + 1;
    if (failed >= FAILED_PROBES_MAX) {
      failed = 0;
      log.warn({ pid }, 'the XMPP server does not answer, killing it');
      prosody.kill('SIGKILL');
    }
    schedule();
  }
  const schedule = () => {
    if (isStopped) return;
    // `look` rejects only after `stop`.
    timer = setTimeout(() => look().catch(() => undefined), everyMs);
  };
  schedule();
  void prosody.exited.then(() => {
    isStopped = true;
    clearTimeout(timer);
  });
}

/**
 * Calls `run` again whenever its process ends, until `stop`, after a delay that doubles up to 2 s with each failed start. Rejects when the
 * first start fails.
 */
export async function supervise(
  ports: Pick<Prosody, 'httpPort' | 'componentPort'>,
  run: () => RunningProsody,
  log: Logger,
): Promise<Prosody> {
  let stopping = false;
  const ending = new AbortController();
  let current: RunningProsody = run();
  await current.ready;
  let ready: Promise<void> = current.ready;

  async function supervise(): Promise<void> {
    let delay = RESTART_FIRST_MS;
    for (;;) {
      await current.ended;
      if (stopping) return;
      ready = restarted(delay);
      delay = (await ready.then(
        () => true,
        (error: unknown) => {
          if (!stopping) log.warn({ err: error }, 'failed to start the XMPP server');
          return false;
        },
      ))
        ? RESTART_FIRST_MS
        : Math.min(delay * 2, RESTART_MAX_MS);
      if (stopping) return;
    }
  }

  async function restarted(delay: number): Promise<void> {
    log.warn({ delay, lastWords: current.lastWords() }, 'the XMPP server ended, restarting it');
    await wait(delay, undefined, { signal: ending.signal }).catch(() => undefined);
    if (stopping) return;
    current = run();
    await current.ready;
  }

  const exited = supervise();

  async function whenReady(): Promise<void> {
    for (;;) {
      const attempt = ready;
      if (
        await attempt.then(
          () => attempt === ready,
          () => false,
        )
      )
        return;
      if (stopping) throw new Error('Prosody was stopped');
      await wait(RESTART_FIRST_MS);
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    ending.abort();
    current.signal('SIGTERM');
    const killer = setTimeout(() => current.signal('SIGKILL'), STOP_PATIENCE_MS);
    await exited;
    await current.ended;
    clearTimeout(killer);
  }

  return {
    ...ports,
    get pid() {
      return current.pid;
    },
    whenReady,
    kill: (signal) => {
      // `whenReady` retries while `ready` is rejected, so it waits for the next process even before the system has reported this one's end.
      ready = Promise.reject(new Error('Prosody was killed'));
      ready.catch(() => undefined);
      current.signal(signal);
    },
    stop,
    exited,
  };
}
