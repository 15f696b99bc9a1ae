import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/*
 * Makes the pictures of the gifts, <id>-96.webp and <id>-256.webp:
 *
 *   node demo/gifts/render.ts <folder> [id...]
 */

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
/** Maximum bytes of a picture, by its size in pixels. */
const LIMITS = { 96: 4_000, 256: 14_000 };
const BEST_QUALITY = 86;
const LEAST_QUALITY = 30;
const STEP = 4;
/** Rendering density in dpi, at which a gift is drawn at 512 pixels; it is then scaled down, so that thin highlights stay smooth at 96. */
const DENSITY = 144;

/** Returns the picture as WebP of the highest quality within `limit` bytes; throws if the lowest quality exceeds it too. */
async function developed(drawn: Buffer, size: number, limit: number): Promise<{ bytes: Buffer; quality: number }> {
  const pixels = await sharp(drawn).resize(size, size).png().toBuffer();
  for (let quality = BEST_QUALITY; quality >= LEAST_QUALITY; quality -= STEP) {
    const bytes = await sharp(pixels)
      .webp({ quality, alphaQuality: quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length <= limit) return { bytes, quality };
  }
  throw new Error(`more than ${limit} bytes at the lowest quality`);
}

async function rendered(id: string, folder: string): Promise<void> {
  const drawn = await sharp(`${SOURCES}${id}.svg`, { density: DENSITY }).png().toBuffer();
  for (const [size, limit] of Object.entries(LIMITS)) {
    const { bytes, quality } = await developed(drawn, Number(size), limit);
    const file = `${id}-${size}.webp`;
    writeFileSync(join(folder, file), bytes);
    console.log(file, bytes.length, `q${quality}`);
  }
}

const [folder, ...named] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say into which folder: node demo/gifts/render.ts <folder> [id...]');
const ids = readdirSync(SOURCES)
  .filter((file) => file.endsWith('.svg'))
  .map((file) => file.slice(0, -'.svg'.length));
const unknown = named.filter((id) => !ids.includes(id));
if (unknown.length > 0) throw new Error(`No such gift: ${unknown.join(', ')}`);
mkdirSync(folder, { recursive: true });
for (const id of named.length > 0 ? named : ids) await rendered(id, folder);
