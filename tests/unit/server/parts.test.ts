import { expect, test } from 'vitest';
import { gather } from '../../../server/part.ts';
import { reachable, type ServicePart } from '../../../server/services/service.ts';

const line = {
  send: () => true,
  sendAsAccount: () => undefined,
  here: () => new Set<number>(),
  toLeader: async () => false,
};

test('what parts have under one name is joined, and parts without it are passed over', () => {
  const profile = async () => ({ ok: false, error: { code: 'not-found' } }) as const;
  const parts = [{ name: 'a', handlers: { profile } }, { name: 'b' }] as const;
  expect(gather(parts, 'handlers')).toEqual({ profile });
  expect(gather([{ name: 'b' }] as const, 'replays')).toEqual({});
});

test('a service is reached while it runs, and the next one once the last has ended', async () => {
  const ends: (() => void)[] = [];
  const begun: ServicePart[] = [];
  const service = reachable('gate', () => {
    const part = { take: () => false, close: () => new Promise<void>((end) => ends.push(end)) };
    begun.push(part);
    return part;
  });
  expect(service.current()).toBeUndefined();
  const first = service.start(line);
  expect(service.current()).toBe(begun[0]);
  const ending = first.close?.();
  expect(service.current()).toBeUndefined();
  service.start(line);
  ends[0]?.();
  await ending;
  void first.close?.();
  expect(service.current()).toBe(begun[1]);
});
