import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { fox } from './fox-pack.ts';
import { gem } from './gem-pack.ts';

/*
 * Writes <folder>/<pack>/<name>.webp, and with `svg` the drawings beside them:
 *
 *   node demo/stickers/render.ts <folder> [svg] [pack/name...]
 */

const SIZE = 320;
/** Maximum size of a sticker in bytes, by format. */
const LIMIT = { webp: 12_000, svg: 10_000 };

async function developed(svg: string): Promise<{ bytes: Buffer; quality: number }> {
  const pixels = await sharp(Buffer.from(svg)).resize(SIZE, SIZE).png({ compressionLevel: 1 }).toBuffer();
  for (let quality = 80; quality >= 52; quality -= 4) {
    const bytes = await sharp(pixels).webp({ quality, alphaQuality: 50, effort: 6 }).toBuffer();
    if (bytes.length <= LIMIT.webp) return { bytes, quality };
  }
  throw new Error(`more than ${LIMIT.webp} bytes at the lowest quality`);
}

const [folder, ...words] = process.argv.slice(2);
if (!folder) throw new Error('usage: node demo/stickers/render.ts <folder> [svg] [pack/name...]');
const named = words.filter((word) => word.includes('/'));
sharp.concurrency(1);

for (const [pack, drawings] of Object.entries({ gem: gem(), fox: fox() })) {
  mkdirSync(join(folder, pack), { recursive: true });
  for (const [name, svg] of drawings) {
    if (named.length > 0 && !named.includes(`${pack}/${name}`)) continue;
    if (svg.length > LIMIT.svg) throw new Error(`${pack}/${name}: ${svg.length} bytes of SVG`);
    const { bytes, quality } = await developed(svg);
    writeFileSync(join(folder, pack, `${name}.webp`), bytes);
    if (words.includes('svg')) writeFileSync(join(folder, pack, `${name}.svg`), svg);
    console.log(`${pack}/${name}`, bytes.length, `q${quality}`);
  }
}
