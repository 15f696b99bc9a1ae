import { join } from 'node:path';
import { componentDomain } from '../edge/session/component-domain.ts';

/** Settings of a private Prosody that the server process runs, for its configuration file. */
export type ProsodyOptions = {
  /** The folder for all files that Prosody writes. */
  readonly dataDir: string;
  readonly domain: string;
  readonly httpPort: number;
  readonly componentPort: number;
  readonly secrets: ProsodySecrets;
  /** The node ids of the server processes that connect to it. */
  readonly nodes: readonly string[];
  readonly logLevel?: 'debug' | 'info' | 'warn';
};

type ProsodySecrets = {
  /** Secret of the components of all server processes (XEP-0114). */
  readonly component: string;
  /** Key that signs the passes of logins (realtime/pass.ts). */
  readonly pass: string;
};

/** How long Prosody retains the session of a disconnected stream, in which it can be resumed (XEP-0198). */
const HIBERNATION_SECONDS = 300;
/** Maximum number of unacknowledged stanzas that Prosody stores for a stream; above it the client reconnects and reads the archive. */
const UNACKED_MAX = 5_000;
/**
 * Settings of Prosody's garbage collector, near Lua's own defaults. With Prosody's (a new collection after 5 % of growth) it runs all the
 * time, and takes several times the CPU of a burst of messages.
 */
const GARBAGE = '{ mode = "incremental", threshold = 300, speed = 400 }';

const MODULES = ['saslauth', 'disco', 'websocket', 'smacks', 'carbons', 'ping', 'csi_simple', 'gemcall_away'];

/** Disables Nagle's algorithm: Prosody sends each stanza separately, and a page of the archive would wait 40 ms (trap 19). */
const NETWORK = '{ nagle = false }';

/** Returns a Lua string literal in long bracket form, which takes any text without escapes, at a level that does not occur in the text. */
function lua(text: string): string {
  let level = '=';
  while (text.includes(`]${level}]`)) level += '=';
  return `[${level}[${text}]${level}]`;
}

/**
 * Returns the text of the configuration file of a private Prosody: loopback only, without registration, server-to-server and plain TCP
 * clients.
 */
export function prosodyConfig(options: ProsodyOptions): string {
  const { dataDir, domain, secrets } = options;
  const components = options.nodes.map((node) =>
    [
      `Component ${lua(componentDomain(node, domain))}`,
      `  component_secret = ${lua(secrets.component)}`,
      // A restarted process replaces its dead predecessor.
      '  component_conflict_resolve = "kick_old"',
      // Services send in their own names, and the gate in the names of accounts.
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
