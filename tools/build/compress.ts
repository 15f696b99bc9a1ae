import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Kinds of files that are not compressed already: text. */
const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
/** Below this size the header of an answer is larger than the saving. */
const LEAST_BYTES = 512;
/** The best level, 11, takes three times as long for 2 %. */
const QUALITY = 10;

/**
 * Writes a `.br` and a `.gz` beside each text file below `folder`, for a server that sends them as they are. Once per
 * build
 * and as small as possible: no visit has to wait for it.
 */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!TEXT.has(extname(name)) || statSync(path).size < LEAST_BYTES) continue;
    const plain = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      }),
    );
  }
}
