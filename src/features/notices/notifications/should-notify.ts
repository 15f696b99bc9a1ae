import { readState } from '#db/reads/app.ts';
import { delay } from '../../../../worker/delay.ts';
import { wasShown } from './show.ts';

/**
 * Returns whether this page must show a notification for an event. With an active push subscription the service worker shows it;
 * the page waits `afterMs` and shows it only if the service worker has not, and `isStill` confirms that the event is still
 * current.
 */
export async function shouldNotify(
  tag: string,
  id: string,
  afterMs: number,
  mayNotify: () => Promise<boolean>,
  isStill: () => boolean | Promise<boolean>,
): Promise<boolean> {
  if (!(await mayNotify())) return false;
  const row = await readState('push');
  if (row?.state !== 'kept') return isStill();
  await delay(afterMs);
  return !(await wasShown(tag, id)) && (await isStill()) && mayNotify();
}
