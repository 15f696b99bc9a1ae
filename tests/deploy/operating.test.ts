import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';
import { bootMachine, connect, type Machine } from './machine.ts';
import { fillIn, readBlocks } from './manual.ts';
import { createAuthority, SITE, type Visit, visit } from './site.ts';

/**
 * docs/operating.md, followed to the letter: each block that the page marks as tested is run once or more, with words for its
 * placeholders, on machines that have nothing but a minimal Debian.
 *
 * | of a real site                 | here                                                        |
 * | ------------------------------ | ----------------------------------------------------------- |
 * | two machines                   | two containers with a systemd and a network of their own    |
 * | a name in the DNS              | a line of /etc/hosts on each machine (`nameSite`)            |
 * | a certificate                  | one of an authority made here, which the machines trust     |
 * | ssh between the machines       | an OpenSSH server with a key made here (`openSsh`)          |
 * | the address of the repository  | a copy of this repository: first an older commit, then HEAD |
 */
const MANUAL = readBlocks(readFileSync('docs/operating.md', 'utf8'));
const REPOSITORY = '/srv/gemcall.git';
const JOURNAL = 'server/platform/database/migrations/meta/_journal.json';
const PASSWORDS = { database: randomBytes(12).toString('hex'), replica: randomBytes(12).toString('hex') };
const GUESTS = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')] as const;
const BACKUP = '/var/backups/gemcall/before-2';

const repository = join(temporaryFolder('repository'), 'gemcall.git');
const authority = createAuthority();
const followed = new Set<string>();
let first: Machine;
let second: Machine;
let addresses: ReturnType<typeof connect>;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
/** The version that is tested: the copy of the repository has no later commit. */
const HEAD = git('rev-parse', 'HEAD');
const binds = { [REPOSITORY]: repository, '/srv/authority': authority.folder };

/** Runs a block of the manual on a machine. */
function follow(machine: Machine, name: string, words: Readonly<Record<string, string>> = {}): Promise<string> {
  const block = MANUAL.find((each) => each.name === name);
  if (!block) throw new Error(`the manual has no block "${name}"`);
  followed.add(name);
  return machine.run(fillIn(block, words));
}
const address = { 'address of this repository': REPOSITORY };
let users: Visit['users'] | undefined;
/** Visits a machine as the guests of the first visit, whose sessions go on. Returns the texts in the archive of the second guest. */
function see(machine: Machine, words?: string): readonly string[] {
  const seen = visit(machine, authority.certificate, { guests: GUESTS, users, words });
  users = seen.users;
  return seen.texts;
}

async function nameSite(machine: Machine): Promise<void> {
  await machine.run(`echo '127.0.0.1 ${SITE}' >> /etc/hosts
    cp /srv/authority/ca.crt /usr/local/share/ca-certificates/ && update-ca-certificates
    cp /srv/authority/fullchain.pem /srv/authority/privkey.pem /etc/gemcall/tls/`);
}

/** Lets root of one machine sign in on the other, as the manual requires for a move. */
async function openSsh(from: Machine, to: Machine, host: string): Promise<void> {
  for (const machine of [from, to]) await machine.run('apt-get install --yes openssh-server');
  const key = await from.run('ssh-keygen -q -t ed25519 -N "" -f ~/.ssh/id_ed25519 && cat ~/.ssh/id_ed25519.pub');
  await to.run(`install -d -m 700 ~/.ssh && echo '${key.trim()}' > ~/.ssh/authorized_keys && systemctl start ssh`);
  await from.run(`ssh-keyscan -t ed25519 ${host} > ~/.ssh/known_hosts`);
}

/** The newest commit of this branch with fewer migrations, all of which this version has too. */
function earlierVersion(): string {
  const migrationsAt = (commit: string) => [...git('show', `${commit}:${JOURNAL}`).matchAll(/"when": (\d+)/g)].join();
  const own = migrationsAt('HEAD');
  const commits = git('log', '--first-parent', '--format=%H', '--', JOURNAL).split('\n');
  const found = commits.find((commit) => own.startsWith(`${migrationsAt(commit)},`));
  if (found === undefined) throw new Error('no earlier version has fewer migrations');
  return found;
}

beforeAll(async () => {
  git('clone', '--quiet', '--bare', '.', repository);
  git('-C', repository, 'branch', '--force', 'installed', earlierVersion());
  git('-C', repository, 'symbolic-ref', 'HEAD', 'refs/heads/installed');
  first = await bootMachine('first', binds);
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
});

test('an empty machine serves the product by its name after the installation', async () => {
  await follow(first, 'packages', { password: PASSWORDS.database });
  await follow(first, 'settings', { password: PASSWORDS.database });
  await follow(first, 'program', address);
  await follow(first, 'service');
  await nameSite(first);
  await follow(first, 'proxy');
  expect(see(first, 'before the upgrade')).toEqual(['before the upgrade']);
});

test('a machine keeps messages when the service is upgraded over a migration', async () => {
  git('-C', repository, 'branch', '--force', 'installed', HEAD);
  await follow(first, 'upgrade', address);
  expect(see(first, 'after the upgrade')).toEqual(['before the upgrade', 'after the upgrade']);
  const state = await first.run('systemctl show --property NRestarts --property WatchdogUSec gemcall@4600');
  expect(state, 'the watchdog leaves the start alone').toContain('NRestarts=0');
  expect(state, 'a server that listens shortens it').toContain('WatchdogUSec=20s');
});

test('the version before refuses the migrated database in one line, and serves the restored backup', async () => {
  await expect(follow(first, 'go back')).rejects.toThrow('cannot start: the database was migrated by a newer gemcall');
  await follow(first, 'restore', { 'folder of the backup': BACKUP });
  await first.run('curl --fail --retry 300 --retry-all-errors --retry-delay 1 http://127.0.0.1:4600/readyz');
  await follow(first, 'compare');
  expect(see(first)).toEqual(['before the upgrade']);
  await first.run(`ln -sfn gemcall-2 /opt/gemcall
    cp /opt/gemcall/deploy/gemcall@.service /etc/systemd/system/
    systemctl daemon-reload
    /opt/gemcall/deploy/replace.sh 4600`);
  expect(see(first, 'upgraded again')).toEqual(['before the upgrade', 'upgraded again']);
});

test('another machine serves the product with its messages and sessions after a move', async () => {
  second = await bootMachine('second', binds);
  addresses = connect(first, second);
  await follow(second, 'packages', { password: PASSWORDS.database });
  await openSsh(first, second, addresses.other);
  await follow(first, 'move away', { 'new machine': addresses.other });
  await follow(second, 'program', address);
  await follow(second, 'move in');
  await nameSite(second);
  await follow(second, 'service');
  await follow(second, 'proxy');
  expect(see(second, 'after the move')).toEqual(['before the upgrade', 'upgraded again', 'after the move']);
});

test('the standby serves everything that was acknowledged when the first database is lost', async () => {
  for (const machine of [first, second]) await follow(machine, 'let in', { network: '10.77.0.0/24' });
  await follow(second, 'primary', { password: PASSWORDS.replica });
  await follow(first, 'standby', { 'first machine': addresses.other, password: PASSWORDS.replica });
  await follow(second, 'wait for the standby');
  await follow(second, 'name the database', { 'first machine': addresses.other });
  expect(see(second, 'before the loss')).toHaveLength(4);
  await second.run('systemctl kill --signal KILL "postgresql@*" && systemctl disable --now postgresql');
  await follow(first, 'promote');
  await follow(second, 'change the name', { standby: addresses.one });
  expect(see(second, 'after the loss').slice(3)).toEqual(['before the loss', 'after the loss']);
});

test('every block of the manual that is marked as tested was followed', () => {
  expect(followed).toEqual(new Set(MANUAL.flatMap(({ name }) => name ?? [])));
});
