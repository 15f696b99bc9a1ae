import i18next from 'i18next';
import { navigate } from 'wouter/use-browser-location';
import { CALL_STATUS, isOver } from '#contract/calls/calls.ts';
import { pathOfNotice, staysHere } from '#contract/notices/notice.ts';
import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { isPayment } from '../../../paths.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { followIntent } from './intent.ts';

/**
 * Opens the target of a clicked notification in this page, and answers or dials if the user chose that on it. During a call, unless it only
 * rings here, it navigates nowhere and shows a toast instead.
 */
export async function openNotificationTarget(about: unknown): Promise<void> {
  void core.track('notice_open', { kind: staysHere(about) ? 'call' : 'message' });
  const call = await readState('call');
  if (call && !isOver(call.status) && call.status !== CALL_STATUS.CALLIN) {
    showToast(i18next.t('push:inCall'));
    return;
  }
  const path = pathOfNotice(about);
  // Payment pages are documents of their own, so they need a full page load.
  if (isPayment(path.split('?')[0] ?? '')) location.assign(path);
  // A payment page starts no chat connection, so it cannot show the call.
  else if (!staysHere(about) || isPayment(location.pathname)) navigate(path);
  await followIntent();
}
