import { expect, test } from 'vitest';
import { gather } from '../../../server/part.ts';
import { reachable, type ServicePart } from '../../../server/platform/services/service.ts';

const line = {
  send: () => true,
  sendAsAccount: () => undefined,
  here: () => new Set<number>(),
  toLeader: async () => false,
};

test('values under one name are joined over all parts, and parts without it are skipped', () => {
  const profile = async () => ({ ok: false, error: { code: 'not-found' } }) as const;
  const parts = [{ name: 'a', handlers: { profile } }, { name: 'b' }] as const;
  expect(gather(parts, 'handlers')).toEqual({ profile });
  expect(gather([{ name: 'b' }] as const, 'replays')).toEqual({});
});

test('a service is available while it runs, and its replacement after it has ended', async () => {
  const ends: (() => void)[] = [];
  const started: ServicePart[] = [];
  const service = reachable('gate', () => {
    const part = { take: () => false, close: () => new Promise<void>((end) => ends.push(end)) };
    started.push(part);
    return part;
  });
  expect(service.current()).toBeUndefined();
  const first = service.start(line);
  expect(service.current()).toBe(started[0]);
  const ending = first.close?.();
  expect(service.current()).toBeUndefined();
  service.start(line);
  ends[0]?.();
  await ending;
  void first.close?.();
  expect(service.current()).toBe(started[1]);
});
