import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type Address, openTurnClient, type TurnClient } from '../../harness/calls/turn-client.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

/** The coturn to test instead of the installed one, such as a newer one. */
const TURNSERVER = process.env['TURNSERVER'] ?? 'turnserver';
const SETTINGS = readFileSync('deploy/turnserver.conf', 'utf8');
const SECRET = 'a secret of a test';
const FORBIDDEN = 403;
const UNSUPPORTED_TRANSPORT = 442;
const PATIENCE_MS = 30_000;

/** The registries of special-purpose addresses (RFC 6890, https://www.iana.org/assignments/iana-ipv4-special-registry), and multicast. */
const RESERVED_IPV4 = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10/8': ['10.0.0.0', '10.255.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.255.255.255'],
  'link-local': ['169.254.0.0', '169.254.255.255'],
  'private 172.16/12': ['172.16.0.0', '172.31.255.255'],
  'IETF protocol assignments': ['192.0.0.0', '192.0.0.255'],
  'documentation 1': ['192.0.2.0', '192.0.2.255'],
  'AS112 v4': ['192.31.196.0', '192.31.196.255'],
  AMT: ['192.52.193.0', '192.52.193.255'],
  '6to4 relay anycast': ['192.88.99.0', '192.88.99.255'],
  'private 192.168/16': ['192.168.0.0', '192.168.255.255'],
  'direct delegation AS112': ['192.175.48.0', '192.175.48.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  'documentation 2': ['198.51.100.0', '198.51.100.255'],
  'documentation 3': ['203.0.113.0', '203.0.113.255'],
  multicast: ['224.0.0.0', '239.255.255.255'],
  'reserved and broadcast': ['240.0.0.0', '255.255.255.255'],
} as const;
const END = 'ffff:ffff:ffff';
/** The same for IPv6 (https://www.iana.org/assignments/iana-ipv6-special-registry), and ranges without an assignment. */
const RESERVED_IPV6 = {
  unspecified: ['::', '::'],
  loopback: ['::1', '::1'],
  'discard only': ['100::', `100::ffff:${END}`],
  'dummy prefix': ['100:0:0:1::', `100:0:0:1:ffff:${END}`],
  'below global unicast': ['1000::', `1fff:ffff:ffff:ffff:ffff:${END}`],
  Teredo: ['2001::', `2001:0:ffff:ffff:ffff:${END}`],
  'IETF protocol assignments': ['2001:1::', `2001:1ff:ffff:ffff:ffff:${END}`],
  benchmarking: ['2001:2::', `2001:2:0:ffff:ffff:${END}`],
  documentation: ['2001:db8::', `2001:db8:ffff:ffff:ffff:${END}`],
  '6to4': ['2002::', `2002:ffff:ffff:ffff:ffff:${END}`],
  'direct delegation AS112': ['2620:4f:8000::', `2620:4f:8000:ffff:ffff:${END}`],
  'documentation 2': ['3fff::', `3fff:fff:ffff:ffff:ffff:${END}`],
  'segment routing': ['5f00::', `5f00:ffff:ffff:ffff:ffff:${END}`],
  'above global unicast': ['4000::', `efff:ffff:ffff:ffff:ffff:${END}`],
  'unique-local': ['fc00::', `fdff:ffff:ffff:ffff:ffff:${END}`],
  'link-local': ['fe80::', `febf:ffff:ffff:ffff:ffff:${END}`],
  'site-local': ['fec0::', `feff:ffff:ffff:ffff:ffff:${END}`],
  multicast: ['ff00::', `ffff:ffff:ffff:ffff:ffff:${END}`],
} as const;
const PUBLIC_IPV4 = [
  '8.8.8.8',
  '1.0.0.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '192.0.1.0',
  '223.255.255.255',
];
const PUBLIC_IPV6 = ['2606:4700:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2620:4f:7fff::1', '3ffe:ffff::1'];

/** IPv6 addresses that embed an IPv4 address. `w`: its two groups. */
const FORMS: Readonly<Record<string, (w: string) => string>> = {
  'IPv4-mapped': (w) => `::ffff:${w}`,
  NAT64: (w) => `64:ff9b::${w}`,
  'local NAT64': (w) => `64:ff9b:1::${w}`,
  '6to4': (w) => `2002:${w}::1`,
};

const ipv4 = (text: string): Address => Uint8Array.from(text.split('.').map(Number));
function ipv6(text: string): Address {
  const [head = '', tail] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const [before, after] = [[...head], [...(tail ?? [])]];
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return Uint8Array.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  );
}
const groupsOf = (text: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4(text);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
};
/** The first and the last address, and one whose last bytes are those of a host. */
const samplesOf = ([first, last]: readonly [string, string]): readonly string[] => [
  first,
  last,
  first.includes(':') ? last.replace(/:[^:]*$/, ':1') : last.replace(/\d+$/, '1'),
];

type Relay = { readonly client: () => Promise<TurnClient>; readonly end: () => Promise<void> };

/** Starts coturn with the settings of the deployment, on free ports of loopback. */
async function startRelay(settings: string): Promise<Relay> {
  const folder = temporaryFolder('relay');
  const [port, file] = [await freePort(), join(folder, 'turnserver.conf')];
  writeFileSync(file, settings);
  // coturn 4.17 draws random numbers for each port before it listens.
  const here = [
    '--min-port=49152',
    '--max-port=49400',
    `--listening-port=${port}`,
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--relay-ip=::1',
  ];
  const own = [
    `--static-auth-secret=${SECRET}`,
    '--realm=relay.test',
    '--user-quota=0',
    `--userdb=${join(folder, 'db')}`,
  ];
  const [command = '', ...args] = boundToUs('KILL', [
    TURNSERVER,
    '-c',
    file,
    ...here,
    ...own,
    `--pidfile=${folder}/pid`,
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const note = (data: unknown) => {
    log += String(data);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const username = `${Math.ceil(Date.now() / 1_000) + 600}:test`;
  const password = createHmac('sha1', SECRET).update(username).digest('base64');
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`coturn does not start: ${log}`);
    await wait(20);
  }
  return {
    client: () => openTurnClient(port, { username, password }),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

type Peer = { readonly name: string; readonly address: Address };
const RESERVED: readonly Peer[] = [
  ...Object.entries(RESERVED_IPV4).flatMap(([name, range]) =>
    samplesOf(range).flatMap((text) => [
      { name: `${name} ${text}`, address: ipv4(text) },
      ...Object.entries(FORMS).map(([form, write]) => ({
        name: `${name} ${text} as ${form}`,
        address: ipv6(write(groupsOf(text))),
      })),
    ]),
  ),
  ...Object.entries(RESERVED_IPV6).flatMap(([name, range]) =>
    samplesOf(range).map((text) => ({ name: `${name} ${text}`, address: ipv6(text) })),
  ),
];
const PUBLIC: readonly Peer[] = [
  ...PUBLIC_IPV4.map((name) => ({ name, address: ipv4(name) })),
  ...PUBLIC_IPV6.map((name) => ({ name, address: ipv6(name) })),
];

/** Requests a permission for each peer, and returns the peers with an unexpected response. */
async function answersOtherThan(
  expected: number,
  peers: readonly Peer[],
  ask: (peer: Address) => Promise<number>,
): Promise<readonly string[]> {
  const answers = await Promise.all(peers.map(async ({ name, address }) => ({ name, is: await ask(address) })));
  return answers.filter(({ is }) => is !== expected).map(({ name, is }) => `${name}: ${is}`);
}
const ofFamily = (peers: readonly Peer[], family: 4 | 6) =>
  peers.filter(({ address }) => (address.length === 4 ? 4 : 6) === family);

describe('the relay of deploy/turnserver.conf', () => {
  let relay: Relay;
  /** The same without `no-tcp-relay`. */
  let withTcp: Relay;
  beforeAll(async () => {
    [relay, withTcp] = await Promise.all([startRelay(SETTINGS), startRelay(SETTINGS.replace(/^no-tcp-relay$/m, ''))]);
  });
  afterAll(() => Promise.all([relay.end(), withTcp.end()]));

  test.each([4, 6] as const)(
    'the relay denies every reserved range over UDP and admits public addresses (IPv%i)',
    async (family) => {
      const client = await relay.client();
      expect(await client.allocate('udp', family)).toBe(0);
      const peers = ofFamily(RESERVED, family);
      expect(await answersOtherThan(FORBIDDEN, peers, client.permit)).toEqual([]);
      expect(await answersOtherThan(FORBIDDEN, peers, client.bind)).toEqual([]);
      expect(await answersOtherThan(0, ofFamily(PUBLIC, family), client.permit)).toEqual([]);
      client.close();
    },
  );

  test.each([4, 6] as const)('the relay refuses to relay TCP (IPv%i)', async (family) => {
    const client = await relay.client();
    expect(await client.allocate('tcp', family)).toBe(UNSUPPORTED_TRANSPORT);
    client.close();
  });

  test.each([4, 6] as const)(
    'the relay denies every reserved range over TCP when it relays TCP (IPv%i)',
    async (family) => {
      const client = await withTcp.client();
      expect(await client.allocate('tcp', family)).toBe(0);
      expect(await answersOtherThan(FORBIDDEN, ofFamily(RESERVED, family), client.connect)).toEqual([]);
      client.close();
    },
  );
});

describe('deploy/relay.sh', () => {
  /** A fake `turnserver` that prints its version, and its arguments when it is started. */
  function startAs(version: string) {
    const folder = temporaryFolder('relay-version');
    const said = `if [ "$1" = --version ]; then echo '${version}'; else echo "started $*"; fi`;
    writeFileSync(join(folder, 'turnserver'), `#!/bin/sh\n${said}\n`, { mode: 0o755 });
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['deploy/relay.sh', '-c', 'some.conf'], {
      env: { PATH: `${folder}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    return { status, says: stdout + stderr };
  }

  test.each(['4.6.1', '4.8.9', '3.99.0', ''])('relay.sh refuses to start coturn %s', (version) => {
    const says = `relay: needs coturn 4.9.0 or newer, found ${version || 'none'}: not started\n`;
    expect(startAs(version)).toEqual({ status: 1, says });
  });

  test.each(['4.9.0', '4.10.0', '4.17.1', 'Coturn-4.9.1', '5.0.0'])('relay.sh starts coturn %s', (version) => {
    expect(startAs(version)).toEqual({ status: 0, says: 'started -c some.conf\n' });
  });
});
