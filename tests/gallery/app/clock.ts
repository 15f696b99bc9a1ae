import { GALLERY_NOW } from './gallery.ts';

/** The time at which `Date` is frozen; undefined if a screen needs a running clock. */
let frozen: number | undefined = GALLERY_NOW;
const DeviceDate = Date;
let startedAt = DeviceDate.now();

/** A running clock is this much faster than the device's: an event due in five seconds happens in a quarter of a second. */
const PACE = 20;

const now = (): number => frozen ?? GALLERY_NOW + (DeviceDate.now() - startedAt) * PACE;

/** Factor by which timers are shortened. */
export const clockPace = (): number => (frozen === undefined ? PACE : 1);

/** A frozen clock gives the same values in each run; timers still run. */
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

/** Starts the clock at the gallery's time, or freezes it there. */
export function runClock(runs: boolean): void {
  frozen = runs ? undefined : GALLERY_NOW;
  startedAt = DeviceDate.now();
}
