import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { MINUTE_MS } from '../../contract/durations.ts';
import { boundToUs } from '../../server/platform/process/bound.ts';
import { until } from '../harness/servers/kept-server.ts';
import { removeFolder, temporaryFolder } from '../harness/temporary.ts';

/** What runs keep for each other: the base system and the packages that machines have fetched. */
const CACHE = resolve('.data/test-deploy');
/** What a minimal installation of Debian has above its essential packages. */
const BASE_PACKAGES = ['systemd-sysv', 'dbus', 'ca-certificates', 'iproute2'];
/** Where the control groups of systemd may be: version 2 alone, or beside version 1. */
const GROUPS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified', '/sys/fs/cgroup/systemd'];
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
/** The name server that slirp4netns offers, which asks those of this machine. */
const NAME_SERVER = '10.0.2.3';
const SHELL_ENV = ['HOME=/root', 'LANG=C.UTF-8', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'];
/** Long enough for a busy machine: a build or an installation that is given up costs the whole run. */
const COMMAND_MAX_MS = 120 * MINUTE_MS;
/** Of the output of a command that failed. */
const SHOWN_LINES = 40;

export type Machine = Awaited<ReturnType<typeof bootMachine>>;

/** Makes the base system of a release, once: a minimal Debian from the package source of this machine. */
export function debianBase(release: 'bookworm' | 'trixie'): string {
  const base = join(CACHE, release);
  if (existsSync(base)) return base;
  const sources = readFileSync(SOURCES, 'utf8');
  const mirror = /^URIs: (\S+)/m.exec(sources)?.[1];
  if (mirror === undefined) throw new Error(`${SOURCES} names no package source`);
  const part = `${base}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  execFileSync('debootstrap', ['--variant=minbase', `--include=${BASE_PACKAGES.join(',')}`, release, part, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(join(part, 'etc/apt/sources.list'), { force: true });
  writeFileSync(
    join(part, SOURCES),
    sources.replaceAll(/^(Suites: ).*$/gm, (line) => line.replaceAll(/bookworm|trixie/g, release)),
  );
  for (const path of ['/etc/ssl/certs/ca-certificates.crt', ...globSync('/etc/npmrc')]) {
    mkdirSync(dirname(join(part, path)), { recursive: true });
    copyFileSync(path, join(part, path));
  }
  // A machine lives as long as a test: nothing of its packages has to survive a loss of power.
  writeFileSync(join(part, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  renameSync(part, base);
  return base;
}

/** A folder that all machines share, so that each package is fetched once. */
export function sharedFolder(name: string): string {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Boots an empty Debian with its own systemd and network (systemd-nspawn on an overlay of the base). `binds` are folders of this machine
 * that it may read, by their path inside. Everything ends with this process.
 */
export async function bootMachine(name: string, binds: Readonly<Record<string, string>> = {}) {
  const base = debianBase('trixie');
  const folder = temporaryFolder(`machine-${name}`);
  for (const part of ['upper', 'work', 'root']) mkdirSync(join(folder, part));
  const root = join(folder, 'root');
  const mounts = [
    `--bind=${sharedFolder('apt')}:/var/cache/apt/archives`,
    `--bind=${sharedFolder('npm')}:/root/.npm`,
    ...Object.entries(binds).map(([inside, outside]) => `--bind-ro=${outside}:${inside}`),
  ];
  // In control groups of its own, as a system ends the processes of a unit by its group: machines in one group would end each other's.
  const group = `for at in ${GROUPS.join(' ')}; do
    if test -e $at/cgroup.procs; then mkdir $at/${basename(folder)} && echo $$ > $at/${basename(folder)}/cgroup.procs; fi
  done`;
  // In a mount namespace of its own, so that the overlay disappears with the machine.
  const start = `${group}
    mount -t overlay overlay -o lowerdir=${base},upperdir=${folder}/upper,workdir=${folder}/work ${root} && exec "$@"`;
  const nspawn = [
    'systemd-nspawn',
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--private-network',
    '--resolv-conf=off',
  ];
  const boot = [...nspawn, '--console=pipe', `--machine=${name}`, `--directory=${root}`, ...mounts, '--boot'];
  const system = startBound(['unshare', '--mount', '--propagation=private', 'sh', '-ec', start, 'sh', ...boot]);
  let leader = 0;
  await until('the machine to start', () => {
    leader = initOf(system.pid ?? 0);
    return leader > 0;
  });
  const network = startBound(['slirp4netns', '--configure', String(leader), 'tap0']);

  /** Runs a script as root, as if typed in a new shell; throws with the last lines of its output when it fails. */
  async function run(script: string, quiet = false): Promise<string> {
    const inside = ['nsenter', `--target=${leader}`, '--mount', '--uts', '--ipc', '--net', '--pid', '--root'];
    const [command = '', ...args] = boundToUs('TERM', [
      ...inside,
      'env',
      '-i',
      '-C',
      '/root',
      ...SHELL_ENV,
      'sh',
      '-eu',
      '-c',
      script,
    ]);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: COMMAND_MAX_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const code = await new Promise<number | null>((end) => child.once('close', end));
    if (code !== 0 && !quiet) {
      throw new Error(`${name}: exit code ${code} of\n${script}\n${output.split('\n').slice(-SHOWN_LINES).join('\n')}`);
    }
    return output;
  }
  await until('systemd', async () => /running|degraded/.test(await run('systemctl is-system-running', true)));
  await run(`echo nameserver ${NAME_SERVER} > /etc/resolv.conf`);
  return {
    name,
    leader,
    run,
    /** Ends the machine at once, as a loss of power does. */
    async lose() {
      system.kill('SIGKILL');
      await ended(system);
    },
    async stop() {
      system.kill('SIGTERM');
      await ended(system);
      network.kill('SIGTERM');
      await ended(network);
      removeFolder(folder);
    },
  };
}

/** Connects two machines by a network of their own. */
export function connect(one: Machine, other: Machine): { readonly one: string; readonly other: string } {
  const addresses = { one: '10.77.0.1', other: '10.77.0.2' };
  const ip = (...args: string[]) => execFileSync('ip', args);
  const names = [`gcd${one.leader}`, `gcd${other.leader}`] as const;
  ip('link', 'add', names[0], 'type', 'veth', 'peer', 'name', names[1]);
  for (const [name, { leader }, address] of [
    [names[0], one, addresses.one],
    [names[1], other, addresses.other],
  ] as const) {
    ip('link', 'set', name, 'netns', String(leader), 'name', 'site0');
    const inside = (...args: string[]) => execFileSync('nsenter', [`--target=${leader}`, '--net', 'ip', ...args]);
    inside('address', 'add', `${address}/24`, 'dev', 'site0');
    inside('link', 'set', 'site0', 'up');
  }
  return addresses;
}

function startBound(words: readonly string[]): ChildProcess {
  const [command = '', ...args] = boundToUs('TERM', words);
  return spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The version of systemd inside refuses the first version of control groups.
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  });
}

/** The child of systemd-nspawn that is the init of the machine; 0 before there is one. */
function initOf(pid: number): number {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ');
  const isInit = (child: string) => /^NSpid:\s+\d+\s+1$/m.test(read(`/proc/${child}/status`));
  return Number(children.find(isInit) ?? 0);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((end) => child.once('exit', end));
}
