import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { RELAYS_MAX } from '../contract/calls/rules.ts';
import {
  databaseUrl,
  hostNames,
  list,
  listenHost,
  origins,
  port,
  portAfter,
  proxies,
  withVerifiedTls,
} from './config-addresses.ts';
import { findMisspelt } from './config-names.ts';
import type { MailPlace } from './domains/account/recovery/mailer.ts';
import type { RelaySettings } from './domains/calls/relays.ts';
import { mediaPlace, type S3Place } from './domains/media/files/place.ts';
import type { RoomBounds } from './domains/media/upload/room.ts';
import type { DatabaseAddress } from './platform/database/connect.ts';
import type { LogLevel } from './platform/log/log.ts';
import { StartError } from './platform/process/start-error.ts';
import type { Engine } from './platform/realtime/engine.ts';
import { PASS_KEY } from './platform/realtime/pass.ts';

const flag = v.pipe(
  v.picklist(['1', '0', 'on', 'off', 'true', 'false', ''], 'must be on or off'),
  v.transform((text) => ['1', 'on', 'true'].includes(text)),
);
/** Whole MB (1,048,576 bytes), parsed to bytes. */
const megabytes = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'must be a number of MB'),
  v.transform((text) => Number(text) * 1_048_576),
);
/** STUN or TURN URLs, at most as many as a client accepts (contract/calls/hub-shapes.ts). */
const relays = (scheme: RegExp, message: string) =>
  v.pipe(
    list,
    v.check((urls) => urls.length <= RELAYS_MAX && urls.every((url) => scheme.test(url)), message),
  );
const WEB_ADDRESS = 'must be a web address, such as https://service.example/path';
const LEVELS = 'must be trace, debug, info, warn, error or silent';
const STORE_PAGE = 'must be an https:// address of at most 512 characters';
const storePage = v.union([
  v.literal(''),
  v.pipe(v.string(), v.url(STORE_PAGE), v.startsWith('https://', STORE_PAGE), v.maxLength(512, STORE_PAGE)),
]);
const webOrigin = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
    'must be an origin, such as https://pay.example',
  ),
);
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const safeOrigins = v.pipe(
  list,
  v.check(
    (origins) =>
      origins.every((text) => URL.parse(text)?.origin === text && (text.startsWith('https:') || LOOPBACK.test(text))),
    'must be origins, such as https://push.example; plain HTTP on loopback only',
  ),
);
/** Secret or restricted key of Stripe's test mode (docs.stripe.com/keys). */
const STRIPE_TEST_KEY = /^[rs]k_test_/;
/** Secret or restricted key of Stripe; a publishable key cannot do anything here. */
const STRIPE_KEY = /^[rs]k_(live|test)_/;
const MAIL_SERVER = 'must be an smtp:// or smtps:// address';
const CONTACT = 'must be a mailto: or https: address';
const path = v.pipe(
  v.string(),
  v.transform((text) => resolve(text)),
);

const ENGINE_URL = /^(wss?:\/\/[^\s/]+\/\S*|xmpp:\/\/[\w.[\]:-]+:\d+)$/;
const HOST_AND_PORT = /^[\w.[\]:-]+:\d+$/;

/** Gems granted once to each account that a first login creates (guest or Google) while DEMO is on; without DEMO none are granted. */
const DEMO_WELCOME_GEMS = 300;
/** Maximum of the setting `DEMO_HOST_TEMPO`, the factor by which hosts read and type faster; raised in tests only. */
const DEMO_HOST_TEMPO_MAX = 100;
const TEMPO = `must be a number from 1 to ${DEMO_HOST_TEMPO_MAX}`;

const environment = v.pipe(
  v.object({
    PORT: v.optional(port, '4600'),
    /** `localhost` listens on both loopback addresses (IPv4 and IPv6), because browsers may try either first. */
    HOST: v.optional(listenHost, 'localhost'),
    /** Port of the metrics endpoint; unset: no metrics are collected. */
    METRICS_PORT: v.optional(v.union([v.literal(''), port])),
    METRICS_HOST: v.optional(listenHost, '127.0.0.1'),
    /** Port of the operator page; unset: the page is not served. */
    OPERATOR_PORT: v.optional(v.union([v.literal(''), port])),
    OPERATOR_HOST: v.optional(listenHost, '127.0.0.1'),
    /** Workload of this process. `edge`: no shared jobs; `jobs`: no streams of clients; HTTP requests are answered with each role. */
    ROLE: v.optional(v.picklist(['all', 'edge', 'jobs'], 'must be all, edge or jobs'), 'all'),
    DATABASE_URL: databaseUrl,
    /** A pooler for the same database (PgBouncer in transaction mode), for all but migrations and sessions that listen or lead. */
    DATABASE_POOLER: v.optional(v.union([v.literal(''), databaseUrl]), ''),
    DATA_DIR: v.optional(path, '.data'),
    DIST_DIR: v.optional(path, 'dist'),
    DEMO: v.optional(flag, 'off'),
    /** Off: the demo accounts exist, but no demo host is signed in. */
    DEMO_HOSTS: v.optional(flag, 'on'),
    /** Factor by which demo hosts read and type faster than people; for tests. */
    DEMO_HOST_TEMPO: v.optional(
      v.pipe(
        v.string(),
        v.transform(Number),
        v.integer(TEMPO),
        v.minValue(1, TEMPO),
        v.maxValue(DEMO_HOST_TEMPO_MAX, TEMPO),
      ),
      '1',
    ),
    XMPP_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, 'must be a domain name')), 'localhost'),
    /** Empty: Google sign-in is disabled. */
    GOOGLE_CLIENT_ID: v.optional(v.string(), ''),
    GOOGLE_JWKS_URL: v.optional(v.pipe(v.string(), v.url(WEB_ADDRESS)), 'https://www.googleapis.com/oauth2/v3/certs'),
    /** The status that `maintenance_status` answers outside of a planned window; 2 means under maintenance (product 2.8). */
    MAINTENANCE: v.optional(v.pipe(v.string(), v.regex(/^\d$/, 'must be one digit'), v.transform(Number)), '1'),
    LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'silent'], LEVELS), 'info'),
    /** Off for benchmarks and browser tests, where one address signs in many accounts. */
    RATE_LIMITS: v.optional(flag, 'on'),
    /** A JSON file of sensitive words; empty: the built-in list. */
    MESSAGE_WORDS: v.optional(v.string(), ''),
    /** A service that classifies pictures of messages (docs/operating.md); empty: pictures are not checked. */
    MEDIA_CHECK_URL: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url(WEB_ADDRESS))]), ''),
    /** An object store for media, with its key and secret; empty: media are stored in DATA_DIR. */
    MEDIA_URL: v.optional(mediaPlace, ''),
    /** Free disk space of DATA_DIR, in MB, that uploads must leave unused. */
    UPLOAD_RESERVE_MB: v.optional(megabytes, '1024'),
    /** Disk space, in MB, that unfinished uploads may reserve: in total, and per client address. */
    UPLOADS_OPEN_MB: v.optional(megabytes, '4096'),
    UPLOADS_OPEN_PER_ADDRESS_MB: v.optional(megabytes, '1024'),
    /** Note shown to users who write to support, for example its opening hours. */
    SUPPORT_NOTE: v.optional(v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters')), ''),
    /** Further origins whose pages may call this server, such as those of brand hosts. */
    ALLOWED_ORIGINS: v.optional(origins, ''),
    /** Further accepted Host names, besides IP addresses, `localhost` and HOST; all others are refused. */
    ALLOWED_HOSTS: v.optional(hostNames, ''),
    /** `turn:` and `turns:` URLs of one coturn with `use-auth-secret`; TURN_SECRET is its `static-auth-secret`. */
    TURN_URL: v.optional(relays(/^turns?:[\w.-]+/, 'must be turn: or turns: addresses'), ''),
    TURN_SECRET: v.optional(v.string(), ''),
    STUN_URL: v.optional(relays(/^stuns?:[\w.-]+/, 'must be stun: addresses'), ''),
    /** On: calls use the TURN relays only, so that peers do not learn each other's address. */
    RELAY_ONLY: v.optional(flag, 'off'),
    /** Base URL of a LibreTranslate server; empty: text is translated on the device only. */
    TRANSLATE_URL: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(/^https?:\/\/[^\s]+$/, 'must be a web address'))]),
      '',
    ),
    TRANSLATE_KEY: v.optional(v.string(), ''),
    /** Pages of the app in the app stores; empty: there is none (product 2.1, /download). */
    IOS_APP_URL: v.optional(storePage, ''),
    ANDROID_APP_URL: v.optional(storePage, ''),
    /** Addresses of proxies whose X-Forwarded-* headers are trusted, such as `loopback` or `10.0.0.0/8`. */
    TRUST_PROXY: v.optional(proxies, ''),
    /** Name of the header in which such a proxy says the country of the client, such as `CF-IPCountry`; empty: none does. */
    COUNTRY_HEADER: v.optional(v.pipe(v.string(), v.regex(/^[\w-]*$/, 'must be the name of a header')), ''),
    /** Payment gateway: the demo gateway (no real money), Stripe, or off. Default: `demo` with DEMO, else `off`. */
    PAYMENTS: v.optional(v.picklist(['demo', 'stripe', 'off'], 'must be demo, stripe or off')),
    /**
     * Payouts of hosts: by the operator at the bank, by Stripe Connect, simulated in the demo, or off. Default: `demo` with DEMO, else
     * `manual`.
     */
    PAYOUTS: v.optional(v.picklist(['demo', 'manual', 'stripe', 'off'], 'must be demo, manual, stripe or off')),
    /** Signing secrets of the webhooks of Stripe Connect: of the platform's events, and of those of connected accounts. */
    STRIPE_PAYOUTS_WEBHOOK_SECRET: v.optional(list, ''),
    /** Port of the demo gateway. Default: the one after PORT. */
    GATEWAY_PORT: v.optional(port),
    /** The demo gateway's origin for browsers; empty: the host name of the request with GATEWAY_PORT. */
    GATEWAY_URL: v.optional(v.union([v.literal(''), webOrigin]), ''),
    /** API key and webhook signing secret of the demo gateway; `npm start` generates both. */
    GATEWAY_KEY: v.optional(v.string(), ''),
    GATEWAY_WEBHOOK_SECRET: v.optional(v.string(), ''),
    /** SMTP server for e-mail, as `smtps://user:password@host:465`; empty: none is sent (the demo stores it in DATA_DIR). */
    MAIL_URL: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^smtps?:\/\/\S+$/, MAIL_SERVER))]), ''),
    /** Sender of e-mail: an address, also as `Name <address>`. */
    MAIL_FROM: v.optional(v.pipe(v.string(), v.maxLength(320, 'must have at most 320 characters')), ''),
    /** VAPID contact (RFC 8292): a `mailto:` or `https:` URL. Empty: Web Push is disabled. */
    PUSH_CONTACT: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, CONTACT))]),
    ),
    /** Origins of further push services besides those of the browsers; plain HTTP on loopback only. For tests. */
    PUSH_HOSTS: v.optional(safeOrigins, ''),
    /** On: browsers unregister their service worker and delete its caches (docs/operating.md). */
    SW_OFF: v.optional(flag, 'off'),
    /** Stable name of this process at the XMPP server; empty: a random one at each start. */
    NODE_ID: v.optional(
      v.union([
        v.literal(''),
        v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits or -')),
      ]),
      '',
    ),
    /** Stream URLs of the nodes of an external XMPP server; empty: this process runs its own Prosody. */
    XMPP_URL: v.optional(
      v.pipe(
        list,
        v.check((urls) => urls.every((url) => ENGINE_URL.test(url)), 'must be ws:// or xmpp:// addresses'),
      ),
      '',
    ),
    /** Component addresses (XEP-0114) of the external XMPP server, as host:port, and the shared secret. */
    XMPP_COMPONENT: v.optional(
      v.pipe(
        list,
        v.check((all) => all.every((address) => HOST_AND_PORT.test(address)), 'must be host:port'),
      ),
      '',
    ),
    XMPP_COMPONENT_SECRET: v.optional(v.string(), ''),
    /** Key that signs the passes which the XMPP server accepts in place of tokens; empty: a key in DATA_DIR, created at the first start. */
    XMPP_PASS_KEY: v.optional(
      v.union([v.literal(''), v.pipe(v.string(), v.regex(PASS_KEY, 'must have 32 to 256 characters'))]),
      '',
    ),
    STRIPE_SECRET_KEY: v.optional(v.string(), ''),
    STRIPE_WEBHOOK_SECRET: v.optional(v.string(), ''),
    /** Another address of Stripe's API, for tests; only with a test key, and plain HTTP on loopback only. */
    STRIPE_API_URL: v.optional(safeOrigins, ''),
    /**
     * The API of the provider that checks the identity of applicants, such as https://api.stripe.com; empty: identities are not checked.
     */
    IDENTITY_URL: v.optional(safeOrigins, ''),
    /** API key at that provider, and the secret that signs its webhooks. */
    IDENTITY_KEY: v.optional(v.string(), ''),
    IDENTITY_SECRET: v.optional(v.string(), ''),
  }),
  v.check(
    (set) => set.IDENTITY_URL.length === 0 || (set.IDENTITY_KEY !== '' && set.IDENTITY_SECRET !== ''),
    'IDENTITY_URL needs IDENTITY_KEY and IDENTITY_SECRET',
  ),
  v.check((set) => set.IDENTITY_URL.length < 2, 'IDENTITY_URL must be one origin'),
  v.check((set) => set.PAYOUTS !== 'demo' || set.DEMO, 'PAYOUTS=demo needs DEMO: no real money moves there'),
  v.check(
    (set) => set.PAYOUTS !== 'stripe' || (set.STRIPE_SECRET_KEY !== '' && set.STRIPE_PAYOUTS_WEBHOOK_SECRET.length > 0),
    'PAYOUTS=stripe needs STRIPE_SECRET_KEY and STRIPE_PAYOUTS_WEBHOOK_SECRET',
  ),
  v.check(
    (set) => set.PAYOUTS !== 'stripe' || !set.DEMO || STRIPE_TEST_KEY.test(set.STRIPE_SECRET_KEY),
    'PAYOUTS=stripe with DEMO needs a test key of Stripe (sk_test_ or rk_test_): the demo gives every account free gems',
  ),
  v.check((set) => set.PAYMENTS !== 'demo' || set.DEMO, 'PAYMENTS=demo needs DEMO: no real money moves there'),
  v.check(
    (set) => set.PAYMENTS !== 'stripe' || (set.STRIPE_SECRET_KEY !== '' && set.STRIPE_WEBHOOK_SECRET !== ''),
    'PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
  ),
  v.check(
    (set) => set.STRIPE_API_URL.length === 0 || STRIPE_TEST_KEY.test(set.STRIPE_SECRET_KEY),
    'STRIPE_API_URL needs a test key of Stripe (sk_test_ or rk_test_)',
  ),
  v.check(
    (set) => set.PAYMENTS !== 'stripe' || !set.DEMO || STRIPE_TEST_KEY.test(set.STRIPE_SECRET_KEY),
    'PAYMENTS=stripe with DEMO needs a test key of Stripe (sk_test_ or rk_test_): the demo gives every account free gems',
  ),
  v.check(
    (set) =>
      set.XMPP_URL.length === 0 ||
      (set.XMPP_COMPONENT.length > 0 && set.XMPP_COMPONENT_SECRET !== '' && set.XMPP_PASS_KEY !== ''),
    'XMPP_URL needs XMPP_COMPONENT, XMPP_COMPONENT_SECRET and XMPP_PASS_KEY',
  ),
  v.check(
    (set) => set.XMPP_URL.length > 0 || (set.XMPP_COMPONENT.length === 0 && set.XMPP_COMPONENT_SECRET === ''),
    'XMPP_COMPONENT and XMPP_COMPONENT_SECRET need XMPP_URL; without it this process runs a Prosody of its own',
  ),
  v.check(
    (set) => set.STRIPE_SECRET_KEY === '' || set.PAYMENTS !== undefined || set.PAYOUTS === 'stripe',
    'STRIPE_SECRET_KEY needs PAYMENTS=stripe; PAYMENTS=off sells nothing',
  ),
  v.check(
    (set) => set.STRIPE_SECRET_KEY === '' || STRIPE_KEY.test(set.STRIPE_SECRET_KEY),
    'STRIPE_SECRET_KEY must be a secret or restricted key (sk_live_, rk_live_, sk_test_ or rk_test_)',
  ),
  v.check(
    (set) => set.MAIL_URL === '' || set.MAIL_FROM.includes('@'),
    'MAIL_URL needs MAIL_FROM, the address of the sender',
  ),
  v.check((set) => set.TURN_URL.length === 0 || set.TURN_SECRET !== '', 'TURN_URL needs TURN_SECRET'),
  v.check((set) => set.COUNTRY_HEADER === '' || set.TRUST_PROXY.length > 0, 'COUNTRY_HEADER needs TRUST_PROXY'),
  v.check((set) => !set.RELAY_ONLY || set.TURN_URL.length > 0, 'RELAY_ONLY needs TURN_URL'),
);

/** Names of all environment variables that `readConfig` reads; a test checks that the deployment files set no other ones. */
export const SETTINGS: ReadonlySet<string> = new Set(Object.keys(environment.entries));

/** Settings of the payment gateways: which one is active, and the addresses and secrets of the demo gateway and of Stripe. */
export type PaymentSettings = {
  readonly gateway: 'demo' | 'stripe' | 'off';
  readonly demo: {
    readonly port: number;
    /** Origin of the demo gateway for browsers; empty: the host name of the request with `port`. */
    readonly url: string;
    readonly key: string;
    readonly webhookSecret: string;
  };
  /** `api`: another address of Stripe's API, for tests; undefined: Stripe's own. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string; readonly api?: string | undefined };
};

/** Settings of a server process, parsed from its environment by `readConfig` at the start and never changed while it runs. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Undefined: no metrics are collected. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Undefined: the operator page is not served. */
  readonly operator: { readonly port: number; readonly host: string } | undefined;
  readonly role: 'all' | 'edge' | 'jobs';
  /** For migrations and for connections that need a session of their own: notifications and leader election. */
  readonly databaseUrl: string;
  /** Address for all other queries: that of the pooler, if one is set, otherwise `databaseUrl`. */
  readonly queriesAt: DatabaseAddress;
  readonly dataDir: string;
  readonly distDir: string;
  readonly demo: boolean;
  readonly demoHosts: boolean;
  readonly demoHostTempo: number;
  /** Gems that an account receives when a first login creates it: `DEMO_WELCOME_GEMS` in a demo, otherwise 0. */
  readonly welcomeGems: number;
  readonly xmppDomain: string;
  /** Name of this process at the XMPP server. */
  readonly nodeId: string;
  /** The external XMPP server; undefined: this process runs its own Prosody. */
  readonly engine: (Engine & { readonly componentSecret: string }) | undefined;
  /** Key that signs the passes for the XMPP server; empty: the one in DATA_DIR, which is created at the first start. */
  readonly xmppPassKey: string;
  readonly googleClientId: string;
  readonly googleJwksUrl: string;
  readonly maintenance: number;
  readonly logLevel: LogLevel;
  readonly rateLimits: boolean;
  readonly wordsFile: string;
  readonly mediaCheckUrl: string;
  /** Undefined: media are stored in DATA_DIR. */
  readonly mediaPlace: S3Place | undefined;
  readonly uploadRoom: RoomBounds;
  readonly supportNote: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly trustProxy: readonly string[];
  /** Header in which a trusted proxy says the country of the client; empty: none. */
  readonly countryHeader: string;
  readonly relays: RelaySettings;
  readonly appUrls: { readonly iosUrl: string; readonly androidUrl: string };
  readonly translation: { readonly url: string; readonly key: string };
  readonly payments: PaymentSettings;
  readonly payouts: 'demo' | 'manual' | 'stripe' | 'off';
  /** Signing secrets of the webhooks of Stripe Connect: each webhook is signed with one of them. The API key is in `payments.stripe`. */
  readonly payoutWebhookSecrets: readonly string[];
  /** The provider that checks the identity of applicants; undefined: identities are not checked. */
  readonly identity: { readonly url: string; readonly key: string; readonly secret: string } | undefined;
  /** True: browsers run the app without its service worker. */
  readonly workerOff: boolean;
  /** E-mail goes to this SMTP server, in a demo without one into a folder; undefined: none is sent. */
  readonly mail: MailPlace | undefined;
  /** An empty `contact` disables Web Push. `origins`: further push services besides those of the browsers, for tests. */
  readonly push: { readonly contact: string; readonly origins: readonly string[] };
};

/** VAPID contact of a demo, which has no operator to write to. */
const DEMO_PUSH_CONTACT = 'mailto:demo@gemcall.example';
const DEMO_MAIL_FROM = 'gemcall demo <demo@gemcall.example>';

/** Faults of settings that are valid alone: two servers of one process on the same port. Port 0 is any free one. */
function findPortConflicts(config: Config): readonly string[] {
  const ports = [
    ['PORT', config.port],
    ['METRICS_PORT', config.metrics?.port ?? 0],
    ['OPERATOR_PORT', config.operator?.port ?? 0],
    ['GATEWAY_PORT', config.payments.gateway === 'demo' ? config.payments.demo.port : 0],
  ] as const;
  return ports.flatMap(([name, number], at) => {
    const other = number === 0 ? undefined : ports.slice(0, at).find(([, taken]) => taken === number);
    return other === undefined ? [] : [`${name}: ${number} is the port of ${other[0]}`];
  });
}

/**
 * Parses the environment once, at the start of a process; all other code takes its settings from the result. Throws one `StartError` that
 * names every invalid setting and every variable that is probably a misspelt setting. Settings that are valid alone but not together are
 * named only when there is no such fault.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const misspelt = findMisspelt(env, SETTINGS).map(({ name, meant }) => `${name}: is no setting, ${meant} is meant`);
  const parsed = v.safeParse(environment, { ...env, DATABASE_URL: env['DATABASE_URL'] ?? '' });
  const invalid = (parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`);
  if (!parsed.success || misspelt.length > 0) throw badConfiguration([...misspelt, ...invalid]);
  const config = toConfig(parsed.output);
  const conflicts = findPortConflicts(config);
  if (conflicts.length > 0) throw badConfiguration(conflicts);
  return config;
}

function toMailPlace(set: v.InferOutput<typeof environment>): MailPlace | undefined {
  if (set.MAIL_URL !== '') return { smtpUrl: set.MAIL_URL, from: set.MAIL_FROM };
  return set.DEMO ? { folder: join(set.DATA_DIR, 'mail'), from: DEMO_MAIL_FROM } : undefined;
}

const badConfiguration = (faults: readonly string[]) => new StartError(`Bad configuration. ${faults.join('; ')}`);

function toConfig(set: v.InferOutput<typeof environment>): Config {
  return {
    port: set.PORT,
    host: set.HOST,
    metrics: typeof set.METRICS_PORT === 'number' ? { port: set.METRICS_PORT, host: set.METRICS_HOST } : undefined,
    operator: typeof set.OPERATOR_PORT === 'number' ? { port: set.OPERATOR_PORT, host: set.OPERATOR_HOST } : undefined,
    role: set.ROLE,
    databaseUrl: withVerifiedTls(set.DATABASE_URL),
    queriesAt:
      set.DATABASE_POOLER === '' ? withVerifiedTls(set.DATABASE_URL) : { pooler: withVerifiedTls(set.DATABASE_POOLER) },
    dataDir: set.DATA_DIR,
    distDir: set.DIST_DIR,
    demo: set.DEMO,
    demoHosts: set.DEMO_HOSTS,
    demoHostTempo: set.DEMO_HOST_TEMPO,
    welcomeGems: set.DEMO ? DEMO_WELCOME_GEMS : 0,
    xmppDomain: set.XMPP_DOMAIN,
    nodeId: set.NODE_ID || randomBytes(6).toString('hex'),
    engine:
      set.XMPP_URL.length === 0
        ? undefined
        : { urls: set.XMPP_URL, components: set.XMPP_COMPONENT, componentSecret: set.XMPP_COMPONENT_SECRET },
    xmppPassKey: set.XMPP_PASS_KEY,
    googleClientId: set.GOOGLE_CLIENT_ID,
    googleJwksUrl: set.GOOGLE_JWKS_URL,
    maintenance: set.MAINTENANCE,
    logLevel: set.LOG_LEVEL,
    rateLimits: set.RATE_LIMITS,
    wordsFile: set.MESSAGE_WORDS,
    mediaCheckUrl: set.MEDIA_CHECK_URL,
    mediaPlace: set.MEDIA_URL,
    uploadRoom: {
      reserve: set.UPLOAD_RESERVE_MB,
      total: set.UPLOADS_OPEN_MB,
      perAddress: set.UPLOADS_OPEN_PER_ADDRESS_MB,
    },
    supportNote: set.SUPPORT_NOTE,
    allowedOrigins: set.ALLOWED_ORIGINS,
    allowedHosts: [set.HOST, ...set.ALLOWED_HOSTS].map((name) => name.toLowerCase()),
    trustProxy: set.TRUST_PROXY,
    countryHeader: set.COUNTRY_HEADER,
    relays: {
      turnUrls: set.TURN_URL,
      turnSecret: set.TURN_SECRET,
      stunUrls: set.STUN_URL,
      relayOnly: set.RELAY_ONLY,
    },
    appUrls: { iosUrl: set.IOS_APP_URL, androidUrl: set.ANDROID_APP_URL },
    translation: { url: set.TRANSLATE_URL, key: set.TRANSLATE_KEY },
    push: { contact: set.PUSH_CONTACT ?? (set.DEMO ? DEMO_PUSH_CONTACT : ''), origins: set.PUSH_HOSTS },
    mail: toMailPlace(set),
    workerOff: set.SW_OFF,
    identity:
      set.IDENTITY_URL[0] === undefined
        ? undefined
        : { url: set.IDENTITY_URL[0], key: set.IDENTITY_KEY, secret: set.IDENTITY_SECRET },
    payoutWebhookSecrets: set.STRIPE_PAYOUTS_WEBHOOK_SECRET,
    payouts: set.PAYOUTS ?? (set.DEMO ? 'demo' : 'manual'),
    payments: {
      gateway: set.PAYMENTS ?? (set.DEMO ? 'demo' : 'off'),
      demo: {
        port: set.GATEWAY_PORT ?? portAfter(set.PORT),
        url: set.GATEWAY_URL,
        key: set.GATEWAY_KEY,
        webhookSecret: set.GATEWAY_WEBHOOK_SECRET,
      },
      stripe: {
        secretKey: set.STRIPE_SECRET_KEY,
        webhookSecret: set.STRIPE_WEBHOOK_SECRET,
        api: set.STRIPE_API_URL[0],
      },
    },
  };
}
