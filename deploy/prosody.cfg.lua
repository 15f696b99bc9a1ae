-- A separately run Prosody for several server processes. Its settings are in the environment (docs/operating.md).
-- All ports are for the server processes only: block them for everyone else.

local domain = ENV_XMPP_DOMAIN or "localhost"
local folder = assert(ENV_XMPP_DATA, "XMPP_DATA: where Prosody may write")

data_path = folder .. "/data"
pidfile = folder .. "/prosody.pid"
plugin_paths = { assert(ENV_XMPP_MODULES, "XMPP_MODULES: the folder server/platform/prosody/modules") }
interfaces = { ENV_XMPP_INTERFACE or "127.0.0.1" }
run_as_root = ENV_XMPP_AS_ROOT == "1"
c2s_ports = { tonumber(ENV_XMPP_C2S_PORT or "5222") }
c2s_direct_tls_ports = {}
s2s_ports = {}
https_ports = {}
http_ports = { tonumber(ENV_XMPP_HTTP_PORT or "5280") }
http_interfaces = interfaces
http_host = domain
http_default_host = domain
component_ports = { tonumber(ENV_XMPP_COMPONENT_PORT or "5347") }
component_interfaces = interfaces
gc = { mode = "incremental", threshold = 300, speed = 400 }
network_settings = { nagle = false }
modules_enabled = { "saslauth", "disco", "websocket", "smacks", "carbons", "ping", "csi_simple", "gemcall_away" }
modules_disabled = { "s2s", "s2s_auth_certs", "offline", "tls" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
consider_websocket_secure = true
allow_registration = false
smacks_hibernation_time = 300
smacks_max_queue_size = 5000
storage = "internal"
log = { { levels = { min = "info" }, to = "console" } }

VirtualHost(domain)
authentication = "gemcall"
gemcall_pass_key = assert(ENV_XMPP_PASS_KEY, "XMPP_PASS_KEY: as that of the server processes")

-- One component for each server process, by its NODE_ID: XMPP_NODES=1,2
for node in assert(ENV_XMPP_NODES, "XMPP_NODES: the NODE_ID of each server process"):gmatch("[%w-]+") do
	Component("n" .. node .. "." .. domain)
	component_secret = assert(ENV_XMPP_COMPONENT_SECRET, "XMPP_COMPONENT_SECRET: as that of the server processes")
	component_conflict_resolve = "kick_old"
	validate_from_addresses = false
end
