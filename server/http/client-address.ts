import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { IPV6_HOME_BITS } from '../limits/login-limits.ts';

/** Names of `TRUST_PROXY` for more than one network, as fastify reads them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const MAPPED = '::ffff:';
const GROUP_BITS = 16;

/**
 * Whom a request comes from, for counting: behind trusted proxies the last address that none of them is. Of an IPv6 address
 * the network of a home, since whoever has one address has all of those.
 */
export function clientAddress(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const network of trustProxy.flatMap((entry) => NAMED[entry] ?? [entry])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '');
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (isTrusted(address)) {
      const before = plain(forwarded.pop()?.trim() ?? '');
      if (before === '') break;
      address = before;
    }
    return homeOf(address);
  };
}

const plain = (address: string) =>
  address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;

function homeOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, IPV6_HOME_BITS / GROUP_BITS).join(':');
}
