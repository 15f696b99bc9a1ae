import { core } from '../../../../core/core.ts';
import { tabId } from '../../../../core/tab.ts';
import { explainNoDevice } from '../../../../i18n/errors.ts';
import { isCallSupported } from '../../../../media/call-support.ts';
import { reportFailure } from '../../../../ui/feedback/report.ts';
import { showToast } from '../../../../ui/feedback/toast.ts';

/** Takes the call over to this tab, and returns whether that succeeded; otherwise a toast says why not. */
export async function rejoinCall(): Promise<boolean> {
  if (!isCallSupported()) {
    showToast(explainNoDevice('unsupported'), 'bad');
    return false;
  }
  const result = await core.rejoinCall(tabId);
  reportFailure(result);
  return result.ok;
}
