import { expect, test } from 'vitest';
import { ownLocks } from '../../../../worker/in-page/own-locks.ts';

test('a lock is held by one task after another, also after a failed one, and other names do not wait', async () => {
  const locks = ownLocks();
  const said: string[] = [];
  const first = Promise.withResolvers<void>();
  const failed = locks.request('a', async () => {
    said.push('first');
    await first.promise;
    throw new Error('gone');
  });
  const second = locks.request('a', { mode: 'shared' }, () => void said.push('second'));
  await locks.request('b', () => void said.push('other'));
  expect(said).toEqual(['first', 'other']);
  first.resolve();
  await expect(failed).rejects.toThrow('gone');
  await second;
  expect(said).toEqual(['first', 'other', 'second']);
});
