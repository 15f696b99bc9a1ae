import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developed } from '../art/develop.ts';
import { person } from '../art/person.ts';
import { PORTRAIT, portrait } from '../art/portrait.ts';
import { acting, FRAMES_PER_SECOND, LOOP_SECONDS } from './acting.ts';

/** Width of the call clips in pixels. */
export const WIDTH = 480;
/** Height of the call clips in pixels. */
export const HEIGHT = 640;
/** Number of frames of one loop. */
export const FRAMES = LOOP_SECONDS * FRAMES_PER_SECOND;

/** Folder that caches drawn frames: changing only the encoding redraws nothing. Delete it after a change of the art. */
const KEPT = join(tmpdir(), 'gemcall-call-clip');

/**
 * Draws the frames of a demo host's call clip that are not cached, which takes about a second for each, and returns the paths of all its
 * JPEG frames in order. Called by `demo/call-clip/make.ts` before encoding.
 */
export async function drawLoop(uid: number): Promise<readonly string[]> {
  const folder = join(KEPT, String(uid));
  mkdirSync(folder, { recursive: true });
  const traits = person(uid);
  const files: string[] = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    const file = join(folder, `${String(frame).padStart(3, '0')}.jpg`);
    files.push(file);
    if (existsSync(file)) continue;
    const time = frame / FRAMES;
    const svg = portrait(acting(traits, time), time, { ...PORTRAIT, width: WIDTH });
    await developed(svg, WIDTH).jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toFile(`${file}.part`);
    renameSync(`${file}.part`, file);
  }
  return files;
}
