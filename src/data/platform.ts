/** Whether the page is on an iPhone or iPad. An iPad says that it is a Mac, but no Mac has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Whether the page was opened from the home screen, or as an app of a desk, with a title bar of ours or the system's. */
export const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** There nothing can be pushed to a page in the browser: only to an app on the home screen (trap 17). */
export const mustInstallForPushes = (): boolean => isIos(navigator) && !runsAlone();
