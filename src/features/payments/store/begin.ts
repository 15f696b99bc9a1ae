import i18next from 'i18next';
import type { Purchase } from '#contract/payments/commands.ts';
import { userActions } from '../../../core/core.ts';
import { payPath } from '../../../payments/pay-paths.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { leadTo } from './use-store-history-entry.ts';

/** Whether the device has a mouse, where a popup window does not replace the page. */
const hasWindows = () => matchMedia('(hover: hover) and (pointer: fine)').matches;
/** Features of the popup window: as large as a payment page with a UPI code and its button. */
const POPUP = 'popup,width=480,height=760';

/** Name of the window that `beginPurchase` opens for a payment page. */
export const PAY_WINDOW = 'pay';

/**
 * Opens a payment page in a new window: on a device with a mouse, and elsewhere during a call. Must run within the click, or the popup
 * blocker prevents it. Returns whether a window was opened.
 */
function openBeside(path: string, inCall: boolean): boolean {
  if (hasWindows()) return open(path, PAY_WINDOW, POPUP) !== null;
  return inCall && open(path, PAY_WINDOW) !== null;
}

/**
 * Stores a purchase and opens its payment page: in a new window on a desktop and during a call, otherwise, or if none opens, in this tab.
 * During a call this tab does not navigate. Resolves to where the page opened; `blocked` if no window opened during a call; `unstored`, which
 * was reported, if the core did not store the purchase.
 */
export async function beginPurchase(
  purchase: Purchase,
  inCall: boolean,
): Promise<'beside' | 'here' | 'blocked' | 'unstored'> {
  const path = payPath(purchase.op, purchase.channel);
  const beside = openBeside(path, inCall);
  const stored = await userActions.buy(purchase);
  if (!stored.ok) {
    reportFailure(stored);
    return 'unstored';
  }
  if (beside) return 'beside';
  if (inCall) return 'blocked';
  leadTo(path);
  return 'here';
}

/**
 * Opens the payment page of an unfinished purchase again; called by a press. If no window opens, it opens in this tab, but during a call,
 * which would end, a toast explains what the user can do.
 */
export function resumePurchase(op: string, channel: Purchase['channel'], inCall: boolean): void {
  const path = payPath(op, channel);
  if (openBeside(path, inCall)) return;
  if (inCall) showToast(i18next.t('payments:popupBlocked'), 'bad');
  else leadTo(path);
}
