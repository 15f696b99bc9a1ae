import { isIP, isIPv6 } from 'node:net';
import * as v from 'valibot';
import { NAMED_NETWORKS } from './platform/http/client-address.ts';

/** Parses a list separated by commas; empty items are ignored. */
export const list = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((item) => item.trim())),
  v.transform((items) => items.filter((item) => item !== '')),
);

const PORT_MAX = 65_535;
/** Parses a port number. */
export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(PORT_MAX, `must be at most ${PORT_MAX}`),
);
/** The next port, or the one before if there is none. */
export const portAfter = (first: number) => (first === PORT_MAX ? first - 1 : first + 1);

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i;
/** Whether a text is a host name. A last label of digits would be an incomplete or invalid IPv4 address (RFC 1123, section 2.1). */
const isName = (text: string) => NAME.test(text) && !/(^|\.)\d+$/.test(text);

/** Parses an address to listen on: an IP address, with or without the brackets of a URL, or a host name. */
export const listenHost = v.pipe(
  v.string(),
  v.transform((text) => (/^\[.*\]$/.test(text) && isIPv6(text.slice(1, -1)) ? text.slice(1, -1) : text)),
  v.check(
    (text) => isIP(text) !== 0 || isName(text),
    'must be an address such as 0.0.0.0, :: or ::1, or a host name, without scheme and port',
  ),
);

/** Parses a list of host names, which match the Host header of requests. */
export const hostNames = v.pipe(
  list,
  v.check(
    (names) => names.every((name) => isName(name) || isIP(name) !== 0),
    'must be host names such as gem.example, without scheme, port, path and *',
  ),
);

/** Parses a list of web origins. */
export const origins = v.pipe(
  list,
  v.check(
    (all) => all.every((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text),
    'must be origins such as https://app.example, without a path',
  ),
);

/** Parses a list of proxies: IP addresses, networks, or the names that Fastify knows. */
export const proxies = v.pipe(
  list,
  v.check(
    (all) => all.every((entry) => Object.hasOwn(NAMED_NETWORKS, entry) || isNetwork(entry)),
    `must be addresses, networks such as 10.0.0.0/8, or ${Object.keys(NAMED_NETWORKS).join(', ')}`,
  ),
);

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The values that `sslmode` of a database URL may have. `no-verify` accepts any certificate. */
const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
/** Matches the values of `sslmode` that pg treats like `verify-full`, with a warning of several lines for each connection. */
const VERIFYING_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/** Parses the URL of a PostgreSQL database. */
export const databaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    ({ input }) =>
      input === ''
        ? 'is required: postgres://user:password@host:port/name'
        : 'must be postgres://user:password@host:port/name, with special characters written as %xx',
  ),
  v.check(
    (text) => TLS_MODES.includes(URL.parse(text)?.searchParams.get('sslmode') ?? 'disable'),
    `sslmode must be ${TLS_MODES.join(', ')}`,
  ),
);

/**
 * Writes `sslmode=verify-full` for the modes that pg treats alike, so that it prints no warning. All other URLs, and those with
 * `uselibpqcompat=true`, are returned unchanged.
 */
export const withVerifiedTls = (url: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(url) ? url : url.replace(VERIFYING_MODES, '$1verify-full');
