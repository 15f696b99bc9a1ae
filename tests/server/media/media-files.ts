import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { UploadAnswer } from '../../../contract/media/media.ts';
import type { TestApi } from '../../harness/api.ts';

/** A picture of random noise, which does not compress. */
export function picture(width = 200, height = 120) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

const PNG_HEAD_BYTES = 33;

/** A PNG with a tEXt chunk after its header. */
export function withComment(png: Buffer, words: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${words}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), chunk, png.subarray(PNG_HEAD_BYTES)]);
}

export type Part = readonly [name: string, value: string | Buffer];
const BOUNDARY = 'gemcall-test-boundary';

/** Returns a multipart body with its parts in this order; a Buffer is a file. */
export function multipart(parts: readonly Part[]) {
  const pieces = parts.flatMap(([name, value]) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    typeof value === 'string' ? '\r\n\r\n' : '; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n',
    value,
    '\r\n',
  ]);
  const payload = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

export const uploadName = (extension: string) => `${randomBytes(16).toString('hex')}.${extension}`;

type Answer = UploadAnswer & { readonly status: number; readonly data?: { readonly code: string } };

/** Uploads a file like a page. */
export async function sendFile(api: TestApi, token: string, file: Buffer, extension = 'jpg'): Promise<Answer> {
  return sendParts(api, [
    ['token', token],
    ['filename', uploadName(extension)],
    ['file', file],
  ]);
}

export async function sendParts(api: TestApi, parts: readonly Part[], headers = {}): Promise<Answer> {
  const body = multipart(parts);
  const response = await api.app.inject({
    method: 'POST',
    url: '/upload',
    payload: body.payload,
    headers: { ...body.headers, ...headers },
  });
  return { ...response.json(), status: response.statusCode };
}

/** Lists every file below the media folder, temporary ones included. */
export const filesOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
