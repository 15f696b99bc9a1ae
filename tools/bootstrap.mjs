// Entry of every npm script: installs the packages and runs the command with the pinned Node. Plain JavaScript without dependencies,
// because it runs on any Node of the machine (20 or newer) before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = join(ROOT, 'node_modules');
const MARK = join(MODULES, '.gemcall-lock');
const NODE = join(MODULES, '.bin', 'node');
/** The script of each command. @type {Record<string, string>} */
const COMMANDS = {
  start: 'tools/dev/start.ts',
  two: 'tools/dev/two.ts',
  dev: 'tools/dev/dev.ts',
  build: 'tools/dev/build.ts',
  test: 'tools/test/test.ts',
  bench: 'tools/test/bench.ts',
  soak: 'tools/test/soak.ts',
  shots: 'tools/test/shots.ts',
  seed: 'tools/dev/seed.ts',
  operator: 'tools/operator/operator.ts',
  'push-keys': 'tools/dev/push-keys.ts',
  measure: 'tools/dev/measure.ts',
};
/** Module that the command's process loads first: its hook speeds up the imports of packages, above all of Drizzle. */
const FASTER_IMPORTS = './server/platform/process/package-format.ts';
const PARENT_CHECK_MS = 1_000;
/** Oldest major version of Node that may run this script: an older npm leaves out packages that its Node cannot run. */
const NODE_MIN = 20;

const [command, ...rest] = process.argv.slice(2);
const script = command === undefined ? undefined : COMMANDS[command];
if (script === undefined) leave(`usage: bootstrap.mjs ${Object.keys(COMMANDS).join('|')}`);
const [major = ''] = process.versions.node.split('.');
if (Number(major) < NODE_MIN) leave(`Node ${NODE_MIN} or newer is needed, this is ${process.versions.node}`);
process.chdir(ROOT);
installPackages();
run(script, rest);

/** @param {string} line @returns {never} */
function leave(line) {
  console.error(`gemcall: ${line}`);
  process.exit(1);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

/** Whether the packages match the lock file. npm writes `.package-lock.json` last; without it the installation is incomplete. */
function isInstalled() {
  if (!existsSync(join(MODULES, '.package-lock.json')) || !existsSync(MARK)) return false;
  return readFileSync(MARK, 'utf8') === lockHash() && nodeWorks();
}

function nodeWorks() {
  return spawnSync(NODE, ['--version'], { stdio: 'ignore' }).status === 0;
}

function installPackages() {
  if (isInstalled()) return;
  console.log('gemcall: installing the packages (npm ci), about a minute');
  const npm = npmCi();
  if (npm.status !== 0) leave(`npm ci failed: ${reason(npm.output)}`);
  if (!nodeWorks()) leave(`${NODE} does not run: was the install script of the package "node" forbidden?`);
  writeFileSync(MARK, lockHash());
}

function npmCi() {
  // Development dependencies are needed to build, so they are installed with NODE_ENV=production too.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (npm.error) leave(`npm cannot be run: ${npm.error.message}`);
  return { status: npm.status, output: `${npm.stderr}\n${npm.stdout}` };
}

/** The reason in npm's output: npm prints a code, a sentence and the path of its log. */
function reason(/** @type {string} */ output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '' && !/^(code |A complete log|npm warn)/.test(line));
  return lines.slice(0, 2).join(' ') || 'it said nothing';
}

function run(/** @type {string} */ path, /** @type {string[]} */ args) {
  // The child detects the death of this process by the closed IPC channel, even after SIGKILL; no messages are sent.
  const child = spawn(NODE, ['--import', FASTER_IMPORTS, path, ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => leave(`${NODE}: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));

  if (process.env['npm_lifecycle_event'] === undefined) return;
  // npm runs a shell that runs this process, and neither forwards all signals, so a changed ancestry means that npm has ended.
  const ancestry = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const born = ancestry();
  setInterval(() => {
    if (ancestry() !== born) child.kill('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** Parent pid from Linux's procfs; undefined elsewhere. The process name in parentheses may contain any character. */
function parentOf(/** @type {number} */ pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
