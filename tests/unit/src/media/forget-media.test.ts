import { expect, test, vi } from 'vitest';
import { forgetMedia } from '../../../../src/core/forget.ts';

test('a page expires the private media cookie and deletes the copies without another process', async () => {
  const cookies: string[] = [];
  const deleted: string[] = [];
  vi.stubGlobal('document', {
    set cookie(cookie: string) {
      cookies.push(cookie);
    },
  });
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
  await forgetMedia();
  expect(cookies).toEqual(['gm=; Path=/media/p; SameSite=Strict; Max-Age=0']);
  expect(deleted).toEqual(['chat-media', 'pictures']);
});
