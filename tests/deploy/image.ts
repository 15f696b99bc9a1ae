import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { boundToUs } from '../../server/platform/process/bound.ts';
import { debianBase, type Machine, sharedFolder } from './machine.ts';

/** The base of deploy/Containerfile, made here of Debian's packages and the npm packages `node` and `npm`. */
const BASE = 'docker.io/library/node:24-bookworm-slim';
const IMAGE = 'localhost/gemcall';
const NPM = 'npm@11';

const inspected = v.object({
  OCIv1: v.object({
    config: v.object({
      User: v.string(),
      WorkingDir: v.string(),
      Env: v.array(v.string()),
      Cmd: v.array(v.string()),
    }),
  }),
});

/** Runs buildah with a storage of its own, so that the stand-in of the base is never taken for the real one elsewhere. */
function buildah(...args: string[]): string {
  const storage = ['--root', sharedFolder('containers'), '--runroot', sharedFolder('containers-run')];
  return execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function makeBase(): void {
  if (buildah('images', '--quiet', '--filter', `reference=${BASE}`) !== '') return;
  const container = buildah('from', 'scratch');
  const root = buildah('mount', container);
  cpSync(debianBase('bookworm'), root, { recursive: true, verbatimSymlinks: true });
  copyFileSync('node_modules/node/bin/node', join(root, 'usr/local/bin/node'));
  execFileSync('npm', ['install', '--silent', '--global', '--prefix', join(root, 'usr/local'), NPM]);
  execFileSync('chroot', [root, 'useradd', '--create-home', 'node']);
  buildah('commit', '--quiet', container, BASE);
  buildah('rm', container);
}

/** Builds deploy/Containerfile from the files of this clone. */
export function buildImage() {
  makeBase();
  const npmCache = `${sharedFolder('npm')}:/root/.npm`;
  const args = ['--isolation', 'chroot', '--pull-never', '--layers', '--volume', npmCache, '--tag', IMAGE];
  buildah('bud', ...args, '--file', 'deploy/Containerfile', '.');
  const { OCIv1 } = v.parse(inspected, JSON.parse(buildah('inspect', '--type=image', IMAGE)));
  return {
    config: OCIv1.config,
    /** Makes a container of the image; `root` is the folder of its files. */
    create() {
      const container = buildah('from', '--pull-never', IMAGE);
      return { root: buildah('mount', container), remove: () => void buildah('rm', container) };
    },
  };
}

export type Container = ReturnType<typeof runContainer>;

/**
 * Runs a command of the image, by default its own, as its user with its environment, in the network of a machine. `binds` are folders by
 * their path inside.
 */
export function runContainer(options: {
  readonly image: ReturnType<typeof buildImage>;
  readonly root: string;
  readonly machine: Machine;
  readonly binds: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}) {
  const { image, root, machine, binds, env } = options;
  const { User, WorkingDir, Env, Cmd } = image.config;
  const isolation = ['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--resolv-conf=off', '--console=pipe'];
  const place = [
    `--directory=${root}`,
    `--network-namespace-path=/proc/${machine.leader}/ns/net`,
    `--chdir=${WorkingDir}`,
  ];
  const mounts = Object.entries(binds).map(([inside, outside]) => `--bind=${outside}:${inside}`);
  const settings = [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)].map(
    (one) => `--setenv=${one}`,
  );
  const all = [
    'systemd-nspawn',
    ...isolation,
    ...place,
    ...mounts,
    ...settings,
    `--user=${User}`,
    ...(options.command ?? Cmd),
  ];
  const [command = '', ...args] = boundToUs('TERM', all);
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise((end) => child.once('close', end));
  return {
    output: () => output,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
