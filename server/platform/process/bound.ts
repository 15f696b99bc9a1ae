import { spawnSync } from 'node:child_process';

const works = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0;

let setpriv: boolean | undefined;

/**
 * A command line whose process is told by the kernel when we die, even by SIGKILL, so that nothing outlives its owner.
 * Only Linux can; elsewhere the next start ends what was left over (`leftovers.ts`).
 */
export function boundToUs(signal: 'INT' | 'TERM' | 'KILL', command: readonly string[]): readonly string[] {
  setpriv ??= process.platform === 'linux' && works('setpriv', ['--pdeathsig', 'TERM', 'true']);
  return setpriv ? ['setpriv', '--pdeathsig', signal, '--', ...command] : command;
}

/** Accounts that PostgreSQL may run as where we are root: its own, else the one that owns nothing. */
const USERS = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. Answers the prefix of a command line that makes it run as somebody else who can
 * enter `folders`: as an ordinary account, or, where a folder is closed to all others (a clone below /root), as the same
 * root seen through a user namespace. An empty prefix for ordinary people; undefined where neither way works.
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
