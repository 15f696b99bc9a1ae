import { readState } from '#db/reads/app.ts';
import { isTold } from './show.ts';

/**
 * Whether this page tells of an event. Where the browser is pushed the service worker does: the page steps in when that has not
 * told of it after a while, and it is still to be told.
 */
export async function isToTell(
  tag: string,
  id: string,
  afterMs: number,
  mayNotify: () => Promise<boolean>,
  isStill: () => boolean | Promise<boolean>,
): Promise<boolean> {
  if (!(await mayNotify())) return false;
  const row = await readState('push');
  if (row?.state !== 'kept') return isStill();
  await new Promise((resolve) => {
    setTimeout(resolve, afterMs);
  });
  return !(await isTold(tag, id)) && (await isStill()) && mayNotify();
}
