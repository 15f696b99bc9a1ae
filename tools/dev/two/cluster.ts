import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../../server/platform/log/logger.ts';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import type { RunningProsody } from '../../../server/platform/prosody/process.ts';
import { type Prosody, supervise } from '../../../server/platform/prosody/supervisor.ts';
import { EJABBERD, needTool } from '../../installed-tools.ts';
import { type Node, type NodeSecrets, runEjabberd, writeNode } from './ejabberd.ts';
import { listens } from './listens.ts';

const PATIENCE_MS = 30_000;
const FIRST = 'one@localhost';

/** A supervised ejabberd node: its WebSocket URL and component address, for the settings of the server processes. */
export type ClusterNode = Pick<Prosody, 'kill' | 'whenReady' | 'pid'> & {
  readonly url: string;
  readonly component: string;
};
/** A running cluster of two ejabberd nodes on this machine, for `npm run two` and tests. `stop` ends both nodes and their name service. */
export type Cluster = {
  readonly nodes: readonly [ClusterNode, ClusterNode];
  stop(): Promise<void>;
};

/**
 * Starts a cluster of two ejabberd nodes with its own epmd, all on loopback, for `npm run two` and tests. They store nothing of value, so
 * both start with empty folders.
 */
export async function startCluster(
  folder: string,
  domain: string,
  secrets: NodeSecrets,
  log: Logger,
): Promise<Cluster> {
  needTool(EJABBERD);
  const names = await startNames();
  const cookie = randomBytes(24).toString('base64url');
  const distribution = { one: await freePort(), two: await freePort() };

  async function start(name: 'one' | 'two') {
    const own = join(folder, name);
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own, { recursive: true });
    // In a file rather than an argument, which every user of the machine can read.
    writeFileSync(join(own, '.erlang.cookie'), cookie, { mode: 0o400 });
    const joined = join(own, 'joined');
    const node: Node = {
      folder: own,
      ports: { http: await freePort(), c2s: await freePort(), component: await freePort() },
      env: { ERL_EPMD_PORT: String(names.port), ERL_EPMD_ADDRESS: '127.0.0.1' },
    };
    writeNode(node, domain, secrets);
    const port = String(distribution[name]);
    const args = [
      '-sname',
      `${name}@localhost`,
      '-start_epmd',
      'false',
      '-kernel',
      'inet_dist_use_interface',
      '{127,0,0,1}',
      'inet_dist_listen_min',
      port,
      'inet_dist_listen_max',
      port,
    ];
    /** Runs the node. Only its first start joins the cluster; afterwards it knows the other node from its Mnesia tables. */
    function run(): RunningProsody {
      if (name === 'one' || existsSync(joined)) return runEjabberd({ ...node, args });
      const join = `ok = ejabberd_cluster:join('${FIRST}'), ok = file:write_file("${joined}", <<>>).`;
      const running = runEjabberd({ ...node, args, last: ['-eval', join] });
      return { ...running, ready: running.ready.then(() => until(() => existsSync(joined), 'the cluster')) };
    }
    const { http, component } = node.ports;
    const supervised = await supervise({ httpPort: http, componentPort: component }, run, log);
    return {
      kill: supervised.kill,
      whenReady: supervised.whenReady,
      stop: supervised.stop,
      get pid() {
        return supervised.pid;
      },
      url: `ws://127.0.0.1:${http}/xmpp-websocket`,
      component: `127.0.0.1:${component}`,
    };
  }

  let first: Awaited<ReturnType<typeof start>> | undefined;
  try {
    first = await start('one');
    return clusterOf(first, await start('two'), names.end);
  } catch (error) {
    await first?.stop();
    names.end();
    throw error;
  }
}

type SupervisedNode = ClusterNode & Pick<Prosody, 'stop'>;

function clusterOf(first: SupervisedNode, second: SupervisedNode, endNames: () => void): Cluster {
  return {
    nodes: [first, second],
    async stop() {
      await Promise.all([first.stop(), second.stop()]);
      endNames();
    },
  };
}

/** Starts epmd, Erlang's name service, for these nodes only. */
async function startNames() {
  const port = await freePort();
  const [command = '', ...args] = boundToUs('KILL', ['epmd', '-port', String(port), '-address', '127.0.0.1']);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // A failure to start is reported by the wait below.
  child.on('error', () => undefined);
  await until(() => listens(port), 'the name service');
  return { port, end: () => void child.kill('SIGKILL') };
}

async function until(isSo: () => boolean | Promise<boolean>, description: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${description}`);
    await wait(20);
  }
}
