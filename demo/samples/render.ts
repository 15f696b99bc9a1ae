import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/*
 * Writes what the sample conversation of /preview shows, out of a demo host's pictures and clip:
 *
 *   node demo/samples/render.ts <folder>
 */

const MEDIA = join(import.meta.dirname, '../media');
const HOST = 9007;
const WIDTH_PX = 480;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node demo/samples/render.ts <folder>');
mkdirSync(folder, { recursive: true });
for (const [at, picture] of [`${HOST}-3`, `${HOST}-2`, HOST].entries()) {
  const file = join(folder, `${at + 1}.webp`);
  await sharp(join(MEDIA, `${picture}.webp`))
    .resize(WIDTH_PX)
    .webp({ quality: 76, effort: 6 })
    .toFile(file);
}
copyFileSync(join(MEDIA, `${HOST}.mp4`), join(folder, 'clip.mp4'));
