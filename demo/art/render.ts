import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { DEMO_HOSTS_RUN } from '../accounts/rules.ts';
import { ALBUM, OF_MESSAGES } from './album.ts';
import { developed } from './develop.ts';
import { album, person, UIDS } from './person.ts';
import { BLEED, type Frame, PORTRAIT, portrait } from './portrait.ts';
import type { Traits } from './traits.ts';

/*
 * Writes the pictures and clips of the demo hosts to ../media:
 *
 *   node demo/art/render.ts [stills|messages|clips] [uid...]
 *
 * The results are committed; the product itself never draws. Clips need ffmpeg on the PATH.
 */

const MEDIA = fileURLToPath(new URL('../media/', import.meta.url));
/** Clips: how many hosts have one, length, frame rate and size. Half of the frames are drawn (`drawn` a second), the others blended. */
const CLIP = { hosts: 12, seconds: 4, rate: 25, drawn: 12.5, width: 360, height: 480 };

async function renderStill(traits: Traits, frame: Frame, limit: number, file: string): Promise<void> {
  const picture = await developed(portrait(traits, 0, frame), frame.width)
    .png()
    .toBuffer();
  for (let quality = 84; ; quality -= 4) {
    const bytes = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length > limit && quality > 60) continue;
    writeFileSync(MEDIA + file, bytes);
    console.log(file, bytes.length, `q${quality}`);
    return;
  }
}

/** Writes the looping clip of a host. ffmpeg also rasterises its frames, each in one pass: sharp, in strips, takes five times as long. */
async function clip(traits: Traits, file: string): Promise<void> {
  const { seconds, rate, drawn, width, height } = CLIP;
  const frames = mkdtempSync(join(tmpdir(), 'clip-'));
  // One frame more than the loop, for the blend back to its start.
  for (let i = 0; i <= seconds * drawn; i++) {
    const svg = portrait(traits, i / (seconds * drawn), { ...PORTRAIT, width });
    const small = svg.replace(
      / width="[\d.]+" height="[\d.]+"/,
      ` width="${width * (1 + 2 * BLEED)}" height="${height * (1 + 2 * BLEED)}"`,
    );
    writeFileSync(join(frames, `${String(i).padStart(3, '0')}.svg`), small);
  }
  const looks = `crop=${width}:${height},lutrgb=r=val*1.1-9:g=val*1.1-9:b=val*1.1-9,hue=s=1.1,framerate=${rate}:flags=0`;
  const coding =
    '-an -c:v libx264 -profile:v main -pix_fmt yuv420p -preset veryslow -crf 24 -maxrate 450k -bufsize 900k';
  const source = [
    '-framerate',
    `${drawn}`,
    '-threads',
    '1',
    '-c:v',
    'librsvg',
    '-i',
    join(frames, '%03d.svg'),
    '-vf',
    looks,
  ];
  await run('ffmpeg', [
    '-loglevel',
    'error',
    '-y',
    ...source,
    ...coding.split(' '),
    '-frames:v',
    `${seconds * rate}`,
    '-movflags',
    '+faststart',
    MEDIA + file,
  ]);
  rmSync(frames, { recursive: true });
  console.log(file, statSync(MEDIA + file).size);
}

function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', () =>
      reject(new Error(`${command} is not on the PATH: clips are made with it, pictures are not`)),
    );
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

const words = process.argv.slice(2);
const named = words.map(Number).filter((uid) => UIDS.includes(uid));
const uids = named.length > 0 ? named : UIDS;
mkdirSync(MEDIA, { recursive: true });
const chosen = words.find((word) => ['stills', 'messages', 'clips'].includes(word));
const draws = (what: string) => chosen === undefined || chosen === what;
if (draws('stills')) {
  for (const uid of uids) {
    await renderStill(person(uid), PORTRAIT, 70_000, `${uid}.webp`);
    for (const [i, frame] of ALBUM.entries()) await renderStill(album(uid, i), frame, 45_000, `${uid}-${i + 2}.webp`);
  }
}
if (draws('messages')) {
  // Only the first `DEMO_HOSTS_RUN` hosts are simulated, so the others send no messages.
  for (const uid of uids.slice(0, DEMO_HOSTS_RUN))
    await renderStill(album(uid, 2), OF_MESSAGES, 45_000, `${uid}-4.webp`);
}
if (draws('clips')) {
  for (const uid of uids.filter((uid) => uid < (UIDS[0] ?? 0) + CLIP.hosts)) await clip(person(uid), `${uid}.mp4`);
}
