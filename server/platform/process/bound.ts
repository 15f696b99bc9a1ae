import { spawnSync } from 'node:child_process';

const works = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0;

let setpriv: boolean | undefined;

/**
 * Wraps the command of a child process (Prosody, development servers) so that the kernel sends `signal` to it when this process dies,
 * even by SIGKILL (PR_SET_PDEATHSIG). Linux only; on other systems the next start ends leftover processes (`leftovers.ts`).
 */
export function boundToUs(signal: 'INT' | 'TERM' | 'KILL', command: readonly string[]): readonly string[] {
  setpriv ??= process.platform === 'linux' && works('setpriv', ['--pdeathsig', 'TERM', 'true']);
  return setpriv ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command;
}

/** Accounts to run PostgreSQL as when this process is root, in order of preference. */
const USERS = ['postgres', 'nobody'];

/**
 * The command prefix by which the development tools run PostgreSQL, which refuses to run as root, as another user that can enter
 * `folders`. If another account cannot enter them (a clone below /root), root is mapped to that account in a user namespace. The prefix
 * is empty if this process is not root; undefined if neither works.
 */
export function notRoot(folders: readonly string[]): { prefix: readonly string[]; owner: string } | undefined {
  if (process.getuid?.() !== 0) return { prefix: [], owner: '' };
  const enter = ['sh', '-c', 'for f; do test -x "$f" || exit 1; done', 'sh', ...folders];
  const user = USERS.find((name) => works('id', ['-u', name]));
  if (user === undefined) return undefined;
  const group = spawnSync('id', ['-g', user], { encoding: 'utf8' }).stdout.trim();
  const ways = [
    { prefix: ['setpriv', '--reuid', user, '--regid', group, '--clear-groups', '--'], owner: user },
    { prefix: ['unshare', '--user', `--map-user=${user}`, `--map-group=${group}`, '--'], owner: 'root' },
  ];
  return ways.find(({ prefix: [command = '', ...args] }) => works(command, [...args, ...enter]));
}
