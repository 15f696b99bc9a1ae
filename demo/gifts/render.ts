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
const SIZES = [96, 256];
/** Drawn at 512 pixels and made smaller: thin highlights and facets stay smooth at 96. */
const DENSITY = 144;

async function rendered(id: string, folder: string): Promise<void> {
  const drawn = await sharp(`${SOURCES}${id}.svg`, { density: DENSITY }).png().toBuffer();
  for (const size of SIZES) {
    const bytes = await sharp(drawn)
      .resize(size, size)
      .webp({ quality: 86, alphaQuality: 90, effort: 6, smartSubsample: true })
      .toBuffer();
    const file = `${id}-${size}.webp`;
    writeFileSync(join(folder, file), bytes);
    console.log(file, bytes.length);
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
