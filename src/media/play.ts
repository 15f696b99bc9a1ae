const GESTURES = ['pointerdown', 'pointerup', 'keydown'] as const;

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
      // An AbortError says only that the element got another stream or was paused.
      (error: unknown) => set(error instanceof Error && error.name === 'NotAllowedError'),
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
