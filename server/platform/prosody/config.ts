import { join } from 'node:path';
import { homeOf } from '../edge/home.ts';

export type ProsodyOptions = {
  /** Everything Prosody writes lives below this folder. */
  readonly dataDir: string;
  readonly domain: string;
  readonly httpPort: number;
  readonly componentPort: number;
  readonly secrets: ProsodySecrets;
  /** The server processes that connect to it. */
  readonly nodes: readonly string[];
  readonly logLevel?: 'debug' | 'info' | 'warn';
};

type ProsodySecrets = {
  /** Of the components of all server processes (XEP-0114). */
  readonly component: string;
  /** Signs the passes of those who log in (realtime/pass.ts). */
  readonly pass: string;
};

/** How long a cut stream can be resumed. */
const HIBERNATION_SECONDS = 300;
/** Stanzas kept for a hibernating stream; beyond it the client starts over from the archive. */
const UNACKED_MAX = 5_000;
/**
 * Near Lua's own defaults. Prosody's (a new collection after 5 % of growth) keep the collector at work all the time, several
 * times the CPU of a burst of messages.
 */
const GARBAGE = '{ mode = "incremental", threshold = 300, speed = 400 }';

const MODULES = ['saslauth', 'disco', 'websocket', 'smacks', 'carbons', 'ping', 'csi_simple', 'gemcall_away'];

/** Prosody sends stanza by stanza; with Nagle's algorithm a page of the archive waits 40 ms for the kernel (trap 19). */
const NETWORK = '{ nagle = false }';

/** A Lua string literal: the long bracket form takes any text without escapes, at a level the text does not hold. */
function lua(text: string): string {
  let level = '=';
  while (text.includes(`]${level}]`)) level += '=';
  return `[${level}[${text}]${level}]`;
}

/** The configuration of a private Prosody: loopback only, no registration, no server-to-server, no plain TCP clients. */
export function prosodyConfig(options: ProsodyOptions): string {
  const { dataDir, domain, secrets } = options;
  const components = options.nodes.map((node) =>
    [
      `Component ${lua(homeOf(node, domain))}`,
      `  component_secret = ${lua(secrets.component)}`,
      // A process that was started again takes the place of its dead one.
      '  component_conflict_resolve = "kick_old"',
      // Services answer in their own names, and the gate for the accounts that are asked for.
      '  validate_from_addresses = false',
    ].join('\n'),
  );
  return `data_path = ${lua(join(dataDir, 'data'))}
certificates = ${lua(join(dataDir, 'certs'))}
pidfile = ${lua(join(dataDir, 'prosody.pid'))}
plugin_paths = { ${lua(join(import.meta.dirname, 'modules'))} }
run_as_root = ${process.getuid?.() === 0}
interfaces = { "127.0.0.1" }
c2s_ports = {}
c2s_direct_tls_ports = {}
legacy_ssl_ports = {}
s2s_ports = {}
https_ports = {}
http_ports = { ${options.httpPort} }
http_interfaces = { "127.0.0.1" }
http_host = ${lua(domain)}
http_default_host = ${lua(domain)}
component_ports = { ${options.componentPort} }
component_interfaces = { "127.0.0.1" }
gc = ${GARBAGE}
network_settings = ${NETWORK}
modules_enabled = { ${MODULES.map((name) => `"${name}"`).join(', ')} }
modules_disabled = { "s2s", "s2s_auth_certs", "offline", "tls" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
consider_websocket_secure = true
allow_registration = false
smacks_hibernation_time = ${HIBERNATION_SECONDS}
smacks_max_queue_size = ${UNACKED_MAX}
storage = "internal"
log = { { levels = { min = "${options.logLevel ?? 'info'}" }, to = "console" } }

VirtualHost ${lua(domain)}
  authentication = "gemcall"
  gemcall_pass_key = ${lua(secrets.pass)}

${components.join('\n\n')}
`;
}
