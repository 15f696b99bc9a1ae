import { afterEach, expect, test, vi } from 'vitest';
import { createExport } from '../../../../worker/account/export/export.ts';
import type { Api } from '../../../../worker/api/client.ts';
import type { StreamLink } from '../../../../worker/base/part.ts';
import { freshApp, session } from '../support/databases.ts';

afterEach(() => void vi.unstubAllGlobals());

async function exporting(call: Api['call']) {
  const app = freshApp();
  await app.state.put(session);
  const part = createExport({ app, api: { call } as Api, baseUrl: '' });
  part.onStreamUp?.({ readArchive: async () => true } as unknown as StreamLink, false);
  const ended = async () => {
    const row = await app.state.get('export');
    return row?.key === 'export' && row.state !== 'running' ? row : undefined;
  };
  return { app, ended, ...part };
}

test.each([
  ['no file system', {}],
  [
    'a file system of a private window',
    { getDirectory: () => Promise.reject(new DOMException('no', 'SecurityError')) },
  ],
  [
    'files that cannot be written',
    { getDirectory: async () => ({ async *keys() {}, getFileHandle: async () => ({}) }) },
  ],
])(
  'an export in a browser with %s ends with a reason, and none of the exports of the day is used',
  async (_name, storage) => {
    vi.stubGlobal('navigator', { storage });
    const call = vi.fn();
    const { commands, ended } = await exporting(call);
    expect((await commands.exportData()).ok).toBe(true);
    await vi.waitUntil(ended);
    expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'storage-missing' } });
    expect(call).not.toHaveBeenCalled();
  },
);

test('an export that fails for a reason that the code does not expect ends as well, and another one may start', async () => {
  const file = { createWritable: async () => new WritableStream(), getFile: async () => new Blob() };
  const folder = { async *keys() {}, getFileHandle: async () => file, removeEntry: async () => {} };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder } });
  const call = vi.fn(() => Promise.reject(new TypeError('a bug'))) as unknown as Api['call'];
  const { commands, ended, app } = await exporting(call);
  await commands.exportData();
  await vi.waitUntil(ended);
  expect(await ended()).toMatchObject({ state: 'failed', error: { code: 'storage-broken' } });
  await commands.discardExport();
  expect(await app.state.get('export')).toBeUndefined();
});
