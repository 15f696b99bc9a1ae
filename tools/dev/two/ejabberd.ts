import { spawn } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import type { RunningProsody } from '../../../server/platform/prosody/process.ts';
import { EJABBERD, needTool } from '../../installed-tools.ts';
import { Stop } from '../../stop.ts';
import { listens } from './listens.ts';

const CONFIG = fileURLToPath(new URL('../../../deploy/ejabberd.yml', import.meta.url));

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** Settings of one ejabberd node, which is configured by deploy/ejabberd.yml and has all its files in a folder of its own. */
export type Node = {
  readonly folder: string;
  readonly ports: { readonly http: number; readonly c2s: number; readonly component: number };
  /** Arguments for the Erlang VM, such as the node's name in a cluster. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of the Erlang VM behind those that start ejabberd, such as an expression to evaluate. */
  readonly last?: readonly string[];
};

/** Secrets that a node shares with the product's servers. */
export type NodeSecrets = {
  /** Shared secret of the components (XEP-0114). */
  readonly component: string;
  /** Key that verifies the passes of clients (server/platform/realtime/pass.ts). */
  readonly pass: string;
};

/** Writes a node's configuration to its folder; call it before `runEjabberd`. */
export function writeNode({ folder, ports }: Node, domain: string, secrets: NodeSecrets): void {
  const engine = join(folder, 'engine');
  for (const each of [engine, join(folder, 'log')]) mkdirSync(each, { recursive: true });
  copyFileSync(CONFIG, join(folder, 'ejabberd.yml'));
  const key = { kty: 'oct', alg: 'HS256', k: Buffer.from(secrets.pass).toString('base64url') };
  writeFileSync(join(engine, 'pass.jwk'), JSON.stringify(key), { mode: 0o600 });
  const macros = {
    DOMAIN: domain,
    INTERFACE: '127.0.0.1',
    HTTP_PORT: ports.http,
    C2S_PORT: ports.c2s,
    COMPONENT_PORT: ports.component,
    COMPONENT_SECRET: secrets.component,
    PASS_KEY_FILE: join(engine, 'pass.jwk'),
  };
  const lines = Object.entries(macros).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(engine, 'node.yml'), `define_macro:\n${lines.join('')}`, { mode: 0o600 });
}

/**
 * Runs a configured node in the foreground as a child process; it is not restarted. `ready` rejects if it ends early or does not listen
 * within 30 s.
 */
export function runEjabberd({ folder, ports, args = [], last = [], env = {} }: Node): RunningProsody {
  needTool(EJABBERD);
  const spool = ['-mnesia', 'dir', `"${join(folder, 'spool')}"`];
  const [command = '', ...rest] = boundToUs('KILL', ['erl', ...args, ...spool, '-s', 'ejabberd', ...last, '-noinput']);
  const child = spawn(command, rest, {
    stdio: 'ignore',
    // A process group of its own: Ctrl-C in a terminal then signals only this process, which ends its children in order.
    detached: true,
    // Paths in its configuration are relative to this folder.
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      // Debian installs the packages of ejabberd beside those of Erlang.
      ERL_LIBS: dirname(globSync('/usr/lib/*/ejabberd-*')[0] ?? ''),
      ERL_CRASH_DUMP: join(folder, 'log', 'crash.dump'),
      EJABBERD_CONFIG_PATH: join(folder, 'ejabberd.yml'),
      EJABBERD_LOG_PATH: join(folder, 'log', 'ejabberd.log'),
      ...env,
    },
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.on('error', () => done());
  });
  const ready = (async () => {
    const deadline = Date.now() + PATIENCE_MS;
    for (const port of Object.values(ports)) {
      while (!(await listens(port))) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Stop(`ejabberd ended before it was ready (${join(folder, 'log', 'ejabberd.log')})`);
        if (Date.now() > deadline) throw new Stop(`ejabberd does not start (${join(folder, 'log', 'ejabberd.log')})`);
        await wait(LOOK_EVERY_MS);
      }
    }
  })();
  // The caller awaits `ready`; this prevents an unhandled rejection if it fails before that.
  ready.catch(() => undefined);
  // A graceful shutdown takes seconds, and the node stores nothing of value, so SIGTERM becomes SIGKILL.
  const signal = (name: NodeJS.Signals) => void child.kill(name === 'SIGTERM' ? 'SIGKILL' : name);
  const lastWords = () => [`see ${join(folder, 'log', 'ejabberd.log')}`];
  return { pid: child.pid ?? 0, ready, ended, lastWords, signal };
}
