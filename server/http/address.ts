import { isIPv6 } from 'node:net';

const HOME_GROUPS = 4;

/** Who counts as one at an address: an IPv4 address, or the /64 that one home or server has of IPv6 (limits/login-limits.ts). */
export function homeOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const left = before ?? [];
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - (after?.length ?? 0)) : 0;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  return `${groups
    .slice(0, HOME_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
