import { GALLERY_NOW } from './gallery.ts';

/** The moment that `Date` stands still at; undefined where a screen needs a clock that goes. */
let frozen: number | undefined = GALLERY_NOW;
const DeviceDate = Date;
let startedAt = DeviceDate.now();

/** A clock that goes is this much quicker than the device's: what comes after five seconds is there after a quarter of one. */
const PACE = 20;

const now = (): number => frozen ?? GALLERY_NOW + (DeviceDate.now() - startedAt) * PACE;

/** How much sooner timers end than they say. */
export const clockPace = (): number => (frozen === undefined ? PACE : 1);

/** What is read from a clock that stands still is the same in each run; timers go on as ever. */
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
