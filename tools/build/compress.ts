import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Extensions of compressible (text) files. */
const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
/** Extensions of compressible binary files. They are large: a higher quality takes ten times as long for a tenth of the size. */
const BINARY = new Set(['.wasm', '.tflite']);
const BINARY_QUALITY = 5;
/** Least size of a file that is compressed; smaller ones are not worth the extra header. */
const LEAST_BYTES = 512;
/** Brotli quality; the maximum, 11, takes three times as long for 2 %. */
const QUALITY = 10;

/**
 * Called after a build: writes `.br` and `.gz` variants beside each compressible file of at least 512 bytes below `folder`, which the
 * server sends without compressing at run time.
 */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const isText = TEXT.has(extname(name));
    if (!(isText || BINARY.has(extname(name))) || statSync(path).size < LEAST_BYTES) continue;
    const plain = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: isText ? QUALITY : BINARY_QUALITY,
          [constants.BROTLI_PARAM_MODE]: isText ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      }),
    );
  }
}
