import { expect, test } from 'vitest';
import { UPLOAD_NAME } from '../../../../contract/media/media.ts';
import { newUploadName } from '../../../../worker/db/upload-name.ts';

test.each([
  [new File([], 'Beach.JPEG', { type: 'image/jpeg' }), 'jpeg'],
  [new File([], 'clip', { type: 'video/mp4' }), 'mp4'],
  [new File([], 'odd.extension', { type: 'image/png' }), 'png'],
  [new Blob([], { type: 'audio/ogg; codecs=opus' }), 'ogg'],
  [new Blob([]), 'bin'],
])('an upload of %o is named by 32 hexadecimal digits and its extension', (file, extension) => {
  const name = newUploadName(file);
  expect(name).toMatch(UPLOAD_NAME);
  expect(name.split('.')[1]).toBe(extension);
});
