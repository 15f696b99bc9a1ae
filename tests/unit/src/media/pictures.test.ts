import { expect, test } from 'vitest';
import { fail } from '../../../../contract/result.ts';
import { readFileKind } from '../../../../src/media/pictures.ts';

test('a chosen file that was moved or is a folder is refused as gone', async () => {
  const gone = {
    size: 4_096,
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('moved', 'NotFoundError')) }),
  };
  expect(await readFileKind(gone as unknown as Blob)).toEqual(fail({ code: 'upload-gone' }));
});
