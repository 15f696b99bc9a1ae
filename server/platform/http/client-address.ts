import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { networkOf, readAddress } from './address.ts';

/** Names in `TRUST_PROXY` that stand for several networks, as in Fastify. */
export const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns the IP address of a request's client, as a key for rate limits. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Creates the function that returns the address of a request's client, for rate limits. Behind trusted proxies that is the last
 * X-Forwarded-For address that is not one of them. If a proxy sends something that is not an address, the proxy itself is counted, so
 * that an invented name never gets a count of its own. IPv6 addresses are counted by /64 network (`networkOf`).
 * Fastify's `request.ip` has other rules (decisions: client addresses of our own).
 */
export function clientAddress(trustProxy: readonly string[]): AddressOf {
  const isTrusted = trustedProxies(trustProxy);

  return (request) => {
    // A closed socket has no address.
    let address = readAddress(request.socket.remoteAddress ?? '') ?? '';
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (address !== '' && isTrusted(address)) {
      const before = readAddress((forwarded.pop() ?? '').trim());
      if (before === undefined) break;
      address = before;
    }
    return networkOf(address);
  };
}

/** Creates the function that returns whether an address is that of a proxy in `TRUST_PROXY`. */
export function trustedProxies(trustProxy: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of trustProxy.flatMap((entry) => NAMED_NETWORKS[entry] ?? [entry])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the country of a request's client (ISO 3166-1 alpha-2), as a trusted proxy says it; empty if none does. */
export type CountryOf = (request: IncomingMessage) => string;

/**
 * Creates the function that reads the header `COUNTRY_HEADER`, such as `CF-IPCountry`. Only a connection of a proxy in `TRUST_PROXY` is
 * believed, since any client may send the header itself.
 */
export function clientCountry(header: string, trustProxy: readonly string[]): CountryOf {
  const isTrusted = trustedProxies(trustProxy);
  return (request) => {
    const value = request.headers[header.toLowerCase()];
    // Cloudflare: XX is an unknown country, T1 the Tor network.
    const isCountry = typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX';
    return isCountry && isTrusted(readAddress(request.socket.remoteAddress ?? '') ?? '') ? value : '';
  };
}
