import { afterEach, expect, test, vi } from 'vitest';
import { askGoogle } from '../../../../src/core/google.ts';

afterEach(() => vi.unstubAllGlobals());

test('the popup of the Google login opens at 600 by 400 px, before anything is awaited', async () => {
  const open = vi.fn(() => null);
  vi.stubGlobal('window', { open });
  const answer = askGoogle('client');
  expect(open).toHaveBeenCalledWith('', 'google', 'popup,width=600,height=400');
  expect(await answer).toBeUndefined();
});
