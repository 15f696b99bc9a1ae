import { isIPv4, isIPv6 } from 'node:net';

/** Number of leading groups, of the eight of an IPv6 address, that one home or server shares. */
const HOME_GROUPS = 4;
const HOME_BITS = HOME_GROUPS * 16;
/** Longest address, with its zone and port. */
const TEXT_MAX_CHARS = 100;
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_AND_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * Normalizes an address: an IPv4 address, also one mapped into IPv6, or all eight
 * groups of an IPv6 address without its zone. A port and the brackets before it are ignored. Undefined for any other
 * text.
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

/** Key that counts as one caller: an IPv4 address, or the network that one home or server has of IPv6. */
export function homeOf(address: string): string {
  const read = readAddress(address);
  if (read === undefined || isIPv4(read)) return read ?? address;
  return `${read.split(':').slice(0, HOME_GROUPS).join(':')}::/${HOME_BITS}`;
}

/** Groups of a valid IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [left = [], tail] = (address.split('%')[0] ?? '').split('::').map(numbersOf);
  if (tail === undefined) return left;
  return [...left, ...Array<number>(8 - left.length - tail.length).fill(0), ...tail];
}

/** The last two groups may be written as IPv4. */
function numbersOf(part: string): readonly number[] {
  return part.split(':').flatMap((group) => {
    if (group === '') return [];
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
