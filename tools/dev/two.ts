import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { passKeyOf } from '../../server/platform/realtime/pass.ts';
import { buildApp } from '../build/build.ts';
import { EJABBERD, NGINX, needTool } from '../installed-tools.ts';
import { announceDemo, listenForStop, main, printMessage, Stop } from '../stop.ts';
import { readSettings, type Settings, settled, startOwnDatabase } from './backend.ts';
import { gatewayKeys, identitySettings, superviseGateway } from './gateway-process.ts';
import { lockDataDir } from './lock.ts';
import { needFreePort } from './port.ts';
import { endLeftoverServer, isServerRunning } from './server-process.ts';
import { superviseServer } from './supervise-server.ts';
import { type ClusterNode, startCluster } from './two/cluster.ts';
import { runNginx } from './two/nginx.ts';

const COMMAND = 'npm run two';
/** A data folder apart from that of `npm start`. */
const DATA_DIR = '.data/two';
/** Settings that this command sets for each process itself. */
const OWN = ['XMPP_URL', 'XMPP_COMPONENT', 'XMPP_COMPONENT_SECRET', 'NODE_ID', 'ROLE'];
const NAMES = ['1', '2'] as const;

/**
 * `npm run two`: runs two server processes, a cluster of two ejabberd nodes, one PostgreSQL, and nginx in front if it is installed, until
 * Ctrl-C.
 */
await main(async () => {
  const stopRequest = listenForStop();
  const given = OWN.filter((name) => (process.env[name] ?? '') !== '');
  if (given.length > 0) throw new Stop(`${COMMAND} chooses ${given.join(', ')} itself; unset it`);
  const settings = readSettings({ DATA_DIR });
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const deaths = await startTwo(settings, closers, stopRequest.signal);
    const died = await Promise.race([...deaths, stopRequest.ended]);
    if (died !== undefined) throw new Stop(died);
  } finally {
    await stop();
  }
});

/** Starts everything. The returned promises resolve with a message when a component that is not restarted ends. */
async function startTwo(
  settings: Settings,
  closers: (() => Promise<void>)[],
  signal: AbortSignal,
): Promise<readonly Promise<string>[]> {
  const { dataDir, port, distDir, xmppDomain: domain } = settings;
  const ports = [port + 1, port + 2] as const;
  const checkPorts = async () => {
    for (const each of [port, ...ports]) await needFreePort(each, 'PORT', COMMAND);
  };
  if (!NAMES.some((name) => isServerRunning(dataDir, name))) await checkPorts();
  const lock = lockDataDir(dataDir, port);
  closers.push(async () => lock.release());
  for (const name of NAMES) await endLeftoverServer(dataDir, name);
  await checkPorts();
  needTool(EJABBERD);

  const [database] = await settled([
    settings.ownDatabase ? startOwnDatabase(dataDir, closers) : undefined,
    buildApp({ outDir: distDir, signal, announce: printMessage }),
  ]);
  signal.throwIfAborted();
  const databaseUrl = database?.url ?? settings.databaseUrl;

  printMessage('starting two nodes of ejabberd');
  const secrets = { component: randomBytes(32).toString('base64url'), pass: passKeyOf(dataDir, settings.xmppPassKey) };
  const log = { info: () => undefined, warn: (_: object, line: string) => printMessage(line) };
  const cluster = await startCluster(join(dataDir, 'engine'), domain, secrets, log);
  closers.push(cluster.stop);
  signal.throwIfAborted();

  const shared = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DIST_DIR: distDir,
    DATABASE_URL: databaseUrl,
    DEMO: settings.demo ? 'on' : 'off',
    TRUST_PROXY: ['loopback', ...settings.trustProxy].join(','),
    XMPP_COMPONENT_SECRET: secrets.component,
    XMPP_PASS_KEY: secrets.pass,
    ...(await startGateway(settings, databaseUrl, ports[0], closers)),
  };
  const [nodeOne, nodeTwo] = cluster.nodes;
  const startProcess = (at: 0 | 1) => {
    const [logFile, nodes] = [
      join(dataDir, 'logs', `server-${NAMES[at]}.log`),
      at === 0 ? [nodeOne, nodeTwo] : [nodeTwo, nodeOne],
    ];
    return superviseServer(
      {
        env: { ...shared, ...ownOf(at, settings), PORT: String(ports[at]), NODE_ID: NAMES[at], ...engineOf(nodes) },
        logFile,
        name: NAMES[at],
        signal,
      },
      (line) => printMessage(`process ${NAMES[at]}: ${line} (${relative('', logFile)})`),
    );
  };
  // The first process migrates the database.
  const first = await startProcess(0);
  closers.push(first.stop);
  const second = await startProcess(1);
  closers.pop();
  closers.push(async () => void (await Promise.all([first.stop(), second.stop()])));

  const proxy = NGINX.found() ? await runNginx({ folder: join(dataDir, 'nginx'), port, behind: ports }) : undefined;
  if (proxy) closers.push(proxy.stop);
  announce(settings, ports, proxy !== undefined);
  return [
    ...(database ? [database.exited.then(() => 'PostgreSQL ended')] : []),
    ...(proxy ? [proxy.exited.then(() => 'nginx ended')] : []),
  ];
}

function engineOf(nodes: readonly ClusterNode[]) {
  return {
    XMPP_URL: nodes.map(({ url }) => url).join(','),
    XMPP_COMPONENT: nodes.map(({ component }) => component).join(','),
  };
}

/** Settings that differ between the processes: the metrics port, and the operator page in the first one only. */
function ownOf(at: 0 | 1, { metrics }: Settings): Readonly<Record<string, string>> {
  return {
    ...(metrics && { METRICS_PORT: String(metrics.port + at) }),
    ...(at === 1 && { OPERATOR_PORT: '' }),
  };
}

/** Starts the demo gateway if configured, and returns the settings that the server needs for it. */
async function startGateway(
  { dataDir, host, port, payments, identity }: Settings,
  databaseUrl: string,
  serverPort: number,
  closers: (() => Promise<void>)[],
): Promise<Readonly<Record<string, string>>> {
  if (payments.gateway !== 'demo') return {};
  const { url } = payments.demo;
  // The ports in between belong to the server processes.
  const gatewayPort = (process.env['GATEWAY_PORT'] ?? '') === '' ? port + 3 : payments.demo.port;
  await needFreePort(gatewayPort, 'GATEWAY_PORT', COMMAND);
  const gateway = await superviseGateway(
    { dataDir, databaseUrl, port: gatewayPort, host, url, serverPort },
    printMessage,
  );
  closers.push(gateway.stop);
  return {
    GATEWAY_PORT: String(gatewayPort),
    ...gatewayKeys(dataDir),
    ...(!identity && identitySettings(dataDir, { host, port: gatewayPort })),
  };
}

function announce(settings: Settings, [first, second]: readonly [number, number], hasProxy: boolean): void {
  const { port, mediaPlace, demo } = settings;
  const at = (each: number) => `http://localhost:${each}`;
  console.log(`ready ${hasProxy ? at(port) : at(first)}`);
  console.log(`process 1 ${at(first)}`);
  console.log(`process 2 ${at(second)}`);
  console.log(
    hasProxy
      ? `nginx before both ${at(port)}`
      : 'no proxy before both: nginx is not installed (Debian: apt-get install nginx-light)',
  );
  console.log(`media ${mediaPlace ? 'in the store of MEDIA_URL' : `in ${relative('', settings.dataDir)}`}`);
  if (demo) announceDemo();
}
