import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { boundToUs } from '../../server/process/bound.ts';
import { freePort } from '../../server/prosody/ports.ts';
import type { RunningProsody } from '../../server/prosody/process.ts';
import { keepRunning, type Prosody } from '../../server/prosody/supervisor.ts';
import { type Node, runEjabberd, writeNode } from './ejabberd.ts';
import { listens } from './listens.ts';

const PATIENCE_MS = 30_000;
const COOKIE = 'gemcall-tests';
const FIRST = 'one@localhost';
const silent = { info: () => undefined, warn: () => undefined };

type Secrets = Parameters<typeof writeNode>[1]['secrets'];
export type ClusterNode = Pick<Prosody, 'kill' | 'whenReady' | 'pid'> & {
  readonly url: string;
  readonly component: string;
};
export type Cluster = {
  readonly nodes: readonly [ClusterNode, ClusterNode];
  stop(): Promise<void>;
};

/** Two nodes of ejabberd that are one XMPP server, with a name service of their own. Everything is at loopback. */
export async function startCluster(folder: string, domain: string, secrets: Secrets): Promise<Cluster> {
  const names = await startNames();
  const distribution = { one: await freePort(), two: await freePort() };

  async function start(name: 'one' | 'two') {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    const joined = join(own, 'joined');
    const node: Node = {
      folder: own,
      ports: { http: await freePort(), c2s: await freePort(), component: await freePort() },
      env: { ERL_EPMD_PORT: String(names.port), ERL_EPMD_ADDRESS: '127.0.0.1' },
    };
    writeNode(node, { domain, secrets });
    const port = String(distribution[name]);
    const args = [
      ...['-sname', `${name}@localhost`, '-setcookie', COOKIE, '-start_epmd', 'false'],
      ...['-kernel', 'inet_dist_use_interface', '{127,0,0,1}'],
      ...['inet_dist_listen_min', port, 'inet_dist_listen_max', port],
    ];
    /** Only the first start joins: afterwards the node knows the others from its own tables. */
    function run(): RunningProsody {
      if (name === 'one' || existsSync(joined)) return runEjabberd({ ...node, args });
      const join = `ok = ejabberd_cluster:join('${FIRST}'), ok = file:write_file("${joined}", <<>>).`;
      const running = runEjabberd({ ...node, args, last: ['-eval', join] });
      return { ...running, ready: running.ready.then(() => until(() => existsSync(joined), 'the cluster')) };
    }
    const { http, component } = node.ports;
    const kept = await keepRunning({ httpPort: http, componentPort: component }, run, silent);
    return {
      kill: kept.kill,
      whenReady: kept.whenReady,
      stop: kept.stop,
      get pid() {
        return kept.pid;
      },
      url: `ws://127.0.0.1:${http}/xmpp-websocket`,
      component: `127.0.0.1:${component}`,
    };
  }

  const one = await start('one');
  const two = await start('two');
  return {
    nodes: [one, two],
    async stop() {
      await Promise.all([one.stop(), two.stop()]);
      names.end();
    },
  };
}

/** Erlang's name service, which nobody outside this test asks. */
async function startNames() {
  const port = await freePort();
  const [command = '', ...args] = boundToUs('KILL', ['epmd', '-port', String(port), '-address', '127.0.0.1']);
  const child = spawn(command, args, { stdio: 'ignore' });
  await until(() => listens(port), 'the name service');
  return { port, end: () => void child.kill('SIGKILL') };
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await wait(20);
  }
}
