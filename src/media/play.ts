const GESTURES = ['pointerdown', 'pointerup', 'keydown'] as const;

/** Whether `play()` was refused by the autoplay policy. An AbortError says only that the element got another source or was paused. */
const isRefusal = (error: unknown) => error instanceof Error && error.name === 'NotAllowedError';

/**
 * Plays a media element, muted if the browser allows only that; `onMuted` is called then. Does nothing more when the element was
 * paused meanwhile, or cannot play its source.
 */
export async function playOrMute(element: HTMLMediaElement, onMuted: () => void): Promise<void> {
  try {
    await element.play();
  } catch (error) {
    if (!isRefusal(error)) return;
    onMuted();
    element.muted = true;
    await element.play().catch(() => {});
  }
}

/**
 * Plays a media element. If the browser's autoplay policy refuses, it tries again at each user gesture. `onBlocked` is called with
 * whether playback is blocked, when that changes. Returns a function to retry at once, and one that stops trying.
 */
export function playWhenAllowed(
  element: HTMLMediaElement,
  onBlocked: (isBlocked: boolean) => void = () => {},
): { readonly retry: () => void; readonly stop: () => void } {
  let isBlocked = false;
  let isStopped = false;
  const set = (blocked: boolean) => {
    if (blocked === isBlocked || isStopped) return;
    isBlocked = blocked;
    onBlocked(blocked);
  };
  const retry = () => {
    if (isStopped || !element.paused) return;
    element.play().then(
      () => set(false),
      (error: unknown) => set(isRefusal(error)),
    );
  };
  for (const gesture of GESTURES) addEventListener(gesture, retry);
  retry();
  return {
    retry,
    stop() {
      isStopped = true;
      for (const gesture of GESTURES) removeEventListener(gesture, retry);
    },
  };
}
