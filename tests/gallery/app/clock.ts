import { GALLERY_NOW } from './gallery.ts';

/** The moment that `Date` stands still at; undefined where a screen needs a clock that goes. */
let frozen: number | undefined = GALLERY_NOW;
const DeviceDate = Date;
let startedAt = DeviceDate.now();

const now = (): number => frozen ?? GALLERY_NOW + DeviceDate.now() - startedAt;

/** Timers go on as ever: only what is read from the clock is the same in each run. */
class GalleryDate extends DeviceDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(now());
    else super(...(args as [number]));
  }
  static override now(): number {
    return now();
  }
}
globalThis.Date = GalleryDate as DateConstructor;

/** Starts the clock from the gallery's moment, or stops it there. */
export function runClock(runs: boolean): void {
  frozen = runs ? undefined : GALLERY_NOW;
  startedAt = DeviceDate.now();
}
