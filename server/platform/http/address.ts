import { isIPv4, isIPv6 } from 'node:net';

/** Number of leading groups, of the eight of an IPv6 address, that one household or server has (a /64 network). */
const HOME_GROUPS = 4;
const HOME_BITS = HOME_GROUPS * 16;
/** Maximum length of the text of an address with its zone and port; a longer text is no address. */
const TEXT_MAX_CHARS = 100;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_AND_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * Normalizes an IP address of a socket or header: returns an IPv4 address, also for one mapped into IPv6, or all eight groups of an IPv6
 * address without its zone. A port, and brackets before it, are ignored. Undefined for any other text.
 */
export function readAddress(text: string): string | undefined {
  if (text.length > TEXT_MAX_CHARS) return undefined;
  const bare = (BRACKETED.exec(text) ?? IPV4_AND_PORT.exec(text))?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(-2);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return groups.map((group) => group.toString(16)).join(':');
}

/**
 * Returns the key by which limits count clients: the IPv4 address, or the /64 network of an IPv6 address, whose owner has all of its
 * addresses.
 */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (read === undefined || isIPv4(read)) return read ?? address;
  return `${read.split(':').slice(0, HOME_GROUPS).join(':')}::/${HOME_BITS}`;
}

/** Returns the eight groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [left = [], tail] = (address.split('%')[0] ?? '').split('::').map(numbersOf);
  if (tail === undefined) return left;
  return [...left, ...Array<number>(8 - left.length - tail.length).fill(0), ...tail];
}

/** Parses the groups on one side of `::`. The last two may be written as IPv4. */
function numbersOf(part: string): readonly number[] {
  return part.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
