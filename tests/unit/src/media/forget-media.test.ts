import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { app } from '#db/open.ts';
import { forgetMedia } from '../../../../src/core/forget.ts';
import { session } from '../../worker/support/databases.ts';

test('a page deletes the copies of private media without another process, and expires the cookie unless a user is signed in', async () => {
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
  // Another account has signed in, and the cookie is its own.
  await app.state.put(session);
  await forgetMedia();
  expect(cookies).toHaveLength(1);
  expect(deleted).toEqual(['chat-media', 'pictures', 'chat-media', 'pictures']);
});
