/** Effects on the own picture: `blur` blurs what is behind the user, `lift` brightens a dark picture, `veil` blurs the whole picture. */
export type Effects = { readonly blur: boolean; readonly lift: boolean; readonly veil: boolean };
/**
 * Why effects have ended. `failed`: a file of theirs cannot be loaded, or the browser refuses. `slow`: the median frame of a window took
 * longer than `SLOW_FRAME_MS`.
 */
export type EffectTrouble = 'failed' | 'slow';

/** Time in which the frames of one verdict are measured, ms. */
export const FRAMES_WINDOW_MS = 5_000;
/** Frames suffer when half of them take longer than this, ms: 15 frames a second are then out of reach. */
export const SLOW_FRAME_MS = 66;
/** A window of fewer frames says nothing about the device. */
const FRAMES_MIN = 3;

/**
 * Creates the watch of a running effect. Each call reports a finished frame, with the time at which it ended and how long it took;
 * it returns true at the end of a window in which the frames suffered. The median decides, so that a single pause counts for nothing.
 */
export function createFrameWatch(): (at: number, tookMs: number) => boolean {
  let since: number | undefined;
  let frames: number[] = [];
  return (at, tookMs) => {
    since ??= at - tookMs;
    frames.push(tookMs);
    const passed = at - since;
    if (passed < FRAMES_WINDOW_MS) return false;
    const measured = frames.sort((a, b) => a - b);
    since = at;
    frames = [];
    // A window with a sleep of the device is not whole, and one with too few frames says nothing: neither counts.
    if (passed > 2 * FRAMES_WINDOW_MS || measured.length < FRAMES_MIN) return false;
    return (measured[Math.floor(measured.length / 2)] ?? 0) > SLOW_FRAME_MS;
  };
}

/** Every 16th pixel is enough for a mean. */
const SAMPLE_STEP_BYTES = 64;

/** Returns the mean luma (Rec. 709) of RGBA pixels, 0 to 1; 1 without pixels, so that nothing is brightened. */
export function brightnessOf(pixels: ArrayLike<number>): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 2 < pixels.length; at += SAMPLE_STEP_BYTES) {
    sum += 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0);
    count += 1;
  }
  return count === 0 ? 1 : sum / count / 255;
}

/** A picture that is darker on average is brightened. */
const DARK = 0.36;
/** A picture this dark is brightened most. */
const DARKEST = 0.1;
/** Most passes of `x + x (1 - x)`, which brighten shadows and keep black and white. */
export const LIFT_MAX = 2;

/** Returns how often a picture of this brightness is brightened, 0 to `LIFT_MAX`; a fraction is a weaker pass. */
export const liftOf = (brightness: number): number =>
  LIFT_MAX * Math.min(1, Math.max(0, (DARK - brightness) / (DARK - DARKEST)));

/** Share of the way to a new lift that one measurement moves, so that the picture does not flicker. */
const LIFT_STEP = 0.15;
/** Returns the next lift on the way from the current one to that of a measured brightness. */
export const nextLift = (lift: number, brightness: number): number => lift + (liftOf(brightness) - lift) * LIFT_STEP;
