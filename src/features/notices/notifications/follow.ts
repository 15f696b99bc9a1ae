import i18next from 'i18next';
import { CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import { pathOfNotice, staysHere } from '#contract/notices/notice.ts';
import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { isPayment } from '../../../paths.ts';
import { showToast } from '../../../ui/toast.ts';
import { followIntent } from './intent.ts';

/** Goes where a notification leads. Who is in a call stays in it, and is told that something waits. */
export async function follow(about: unknown, navigate: (path: string) => void): Promise<void> {
  void core.track('notice_open', { kind: staysHere(about) ? 'call' : 'message' });
  const call = await readState('call');
  if (call && !isOver(call.status) && call.status !== CALL_STATUS.CALLIN) {
    showToast(i18next.t('push:inCall'));
    return;
  }
  const path = pathOfNotice(about);
  // Pages of payments are documents of their own: they are loaded, never drawn in another's place.
  if (isPayment(path.split('?')[0] ?? '')) location.assign(path);
  else if (!staysHere(about)) navigate(path);
  await followIntent();
}
