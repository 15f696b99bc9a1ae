import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { Stop } from './stop.ts';

/**
 * An external program that commands and tests run. `name`: its Debian package. `found`: whether it is installed. `installHint`: how to
 * install it.
 */
export type Tool = { readonly name: string; readonly found: () => boolean; readonly installHint: string };

const onPath = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

/** Path of Chromium: `CHROMIUM`, else where distributions install it; undefined if it is not installed. */
export function chromiumPath(): string | undefined {
  const places = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return process.env['CHROMIUM'] ?? places.find((place) => existsSync(place));
}

/**
 * Path of Chromium's headless shell, which has no windows and needs a third less of CPU time; Chromium's own where a distribution has none.
 * `CHROMIUM` replaces both.
 */
export function headlessShellPath(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell';
  return process.env['CHROMIUM'] === undefined && existsSync(shell) ? shell : chromiumPath();
}

/** Path of Firefox: `FIREFOX`, else where distributions install it; undefined if it is not installed. */
export function firefoxPath(): string | undefined {
  const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
  return process.env['FIREFOX'] ?? places.find((place) => existsSync(place));
}

/** The XMPP server that `npm start`, `npm run dev` and most tests run. */
export const PROSODY: Tool = {
  name: 'prosody',
  found: () => onPath('prosody'),
  installHint: 'Debian: apt-get install prosody; Fedora: dnf install prosody; macOS: brew install prosody',
};

/** TURN server, for tests of relayed calls. */
export const COTURN: Tool = {
  name: 'coturn',
  found: () => onPath('turnserver'),
  installHint: 'Debian: apt-get install coturn; Fedora: dnf install coturn; macOS: brew install coturn',
};

/** The second supported XMPP server, for `npm run two` and for tests that run on both. */
export const EJABBERD: Tool = {
  name: 'ejabberd',
  found: () => onPath('erl') && globSync('/usr/lib/*/ejabberd-*').length > 0,
  installHint: 'Debian: apt-get install ejabberd; on other systems it cannot run here',
};

/** Connection pooler, for the test step `pooler`, whose tests connect through it. */
export const PGBOUNCER: Tool = {
  name: 'pgbouncer',
  // Debian installs it in /usr/sbin, which may not be in PATH.
  found: () => onPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
  installHint: 'Debian: apt-get install pgbouncer; Fedora: dnf install pgbouncer; macOS: brew install pgbouncer',
};

/** Reverse proxy that runs deploy/nginx.conf, in its tests and, if installed, in `npm run two`. */
export const NGINX: Tool = {
  name: 'nginx-light',
  found: () => onPath('nginx') || existsSync('/usr/sbin/nginx'),
  installHint: 'Debian: apt-get install nginx-light; Fedora: dnf install nginx; macOS: brew install nginx',
};

/** Browser of the end-to-end tests, benchmarks, screenshots and soak tests. */
export const CHROMIUM: Tool = {
  name: 'chromium',
  found: () => chromiumPath() !== undefined,
  installHint: 'Debian: apt-get install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium',
};

/** Faster browser of most end-to-end tests. Where it is missing, they run in Chromium. */
export const HEADLESS_SHELL: Tool = {
  name: 'chromium-headless-shell',
  found: () => process.env['CHROMIUM'] !== undefined || headlessShellPath() !== chromiumPath(),
  installHint: 'Debian: apt-get install chromium-headless-shell',
};

/** Second browser engine of the end-to-end tests. */
export const FIREFOX: Tool = {
  name: 'firefox-esr',
  found: () => firefoxPath() !== undefined,
  installHint: 'Debian: apt-get install firefox-esr; Fedora: dnf install firefox; macOS: brew install --cask firefox',
};

/** Path of the library that replaces the clock of processes; undefined if it is not installed. */
export const faketimePath = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];

/** Replaces the clock of processes, for the soak tests of clocks. Only Linux has it. */
export const FAKETIME: Tool = {
  name: 'libfaketime',
  found: () => faketimePath() !== undefined,
  installHint: 'Debian: apt-get install libfaketime; on other systems it cannot run here',
};

/** Packages that the soak tests in WebKitGTK need, all four of them. */
export const WEBKIT: readonly Tool[] = [
  {
    name: 'webkit2gtk-driver',
    found: () => onPath('WebKitWebDriver'),
    installHint: 'Debian: apt-get install webkit2gtk-driver; on other systems it cannot run here',
  },
  {
    name: 'gir1.2-webkit2-4.1',
    found: () => globSync('/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib').length > 0,
    installHint: 'Debian: apt-get install gir1.2-webkit2-4.1',
  },
  {
    name: 'python3-gi',
    found: () => spawnSync('/usr/bin/python3', ['-c', 'import gi'], { stdio: 'ignore' }).status === 0,
    installHint: 'Debian: apt-get install python3-gi',
  },
  {
    name: 'xvfb',
    found: () => onPath('Xvfb'),
    installHint: 'Debian: apt-get install xvfb; Fedora: dnf install xorg-x11-server-Xvfb',
  },
];

/** Programs with which the test step `deploy` makes empty machines and container images. */
export const DEPLOY: readonly Tool[] = [
  {
    name: 'debootstrap',
    found: () => onPath('debootstrap'),
    installHint: 'Debian: apt-get install debootstrap; on other systems it cannot run here',
  },
  {
    name: 'systemd-container',
    found: () => onPath('systemd-nspawn'),
    installHint: 'Debian: apt-get install systemd-container',
  },
  { name: 'slirp4netns', found: () => onPath('slirp4netns'), installHint: 'Debian: apt-get install slirp4netns' },
  { name: 'buildah', found: () => onPath('buildah'), installHint: 'Debian: apt-get install buildah' },
];

/**
 * Installs a Debian package. Its policy-rc.d prevents the package from starting a service on the well-known ports, as this product runs its
 * own on free ports.
 */
const INSTALL = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 1' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install --yes --quiet --no-install-recommends "$1"; }
install "$1" || { apt-get update --quiet && install "$1"; }
`;

/**
 * Called before a program is run: installs it with apt-get if it is missing and this process can become root without a password; otherwise
 * throws a `Stop` that says how to install it.
 */
export function needTool(tool: Tool): void {
  if (tool.found()) return;
  const advice = `${tool.name} is missing. ${tool.installHint}`;
  const root = asRoot();
  if (root === undefined || !onPath('apt-get')) throw new Stop(advice);
  console.log(`gemcall: installing ${tool.name} (apt-get)`);
  const [command = '', ...args] = [...root, 'sh', '-c', INSTALL, 'sh', tool.name];
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (tool.found()) return;
  const said = result.stderr?.split('\n').find((line) => line.startsWith('E:'));
  throw new Stop(`${advice} (apt-get failed${said === undefined ? '' : `: ${said.slice(2).trim()}`})`);
}

/** Like `needTool`, for a program without which tests run as well, only slower: prints why it is missing. */
export function wantTool(tool: Tool): void {
  try {
    needTool(tool);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.log(`gemcall: ${error.message} The tests run without it, more slowly.`);
  }
}

/** Command prefix to become root without a password prompt; undefined if impossible. */
function asRoot(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}
