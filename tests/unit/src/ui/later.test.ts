import { expect, test, vi } from 'vitest';
import { partOf } from '../../../../src/ui/lazy.tsx';

const Page = () => null;
const found = { default: Page };

test('concurrent requests for a script share one fetch', async () => {
  const fetchPart = vi.fn(async () => found);
  const part = partOf(fetchPart);
  part.prepare();
  part.prepare();
  await Promise.all([part.load(), part.load()]);
  expect(part.loaded()).toBe(Page);
  expect(fetchPart).toHaveBeenCalledTimes(1);
});

test('a request during a failing prefetch fetches the script again and does not see the failure', async () => {
  const { promise: refused, reject: refuse } = Promise.withResolvers<typeof found>();
  const fetchPart = vi.fn(async () => found).mockReturnValueOnce(refused);
  const part = partOf(fetchPart);
  part.prepare();
  const asked = part.load();
  refuse(new TypeError('no network'));
  await asked;
  expect(part.loaded()).toBe(Page);
});

test('a failed script fetch is reported to its caller, who may retry', async () => {
  const fetchPart = vi.fn(async () => found).mockRejectedValueOnce(new TypeError('no network'));
  const part = partOf(fetchPart);
  await expect(part.load()).rejects.toThrow('no network');
  expect(part.loaded()).toBeUndefined();
  await part.load();
  expect(part.loaded()).toBe(Page);
});
