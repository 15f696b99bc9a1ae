import type { Purchase } from '#contract/payments/commands.ts';
import { userActions } from '../../../core/core.ts';
import { payPath } from '../../../payments/pay-paths.ts';
import { reportFailure } from '../../../ui/report.ts';
import { leadTo } from './use-one-entry.ts';

/** A computer: a window of its own does not take the page's place there. */
const hasWindows = () => matchMedia('(hover: hover) and (pointer: fine)').matches;
const POPUP = 'popup,width=600,height=400';

/** The name of the window tells its page that it may close itself. */
export const PAY_WINDOW = 'pay';

/** Opens the page of a payment, within the click: browsers open no window later. False where it was not let. */
function openBeside(path: string, inCall: boolean): boolean {
  if (hasWindows()) return open(path, PAY_WINDOW, POPUP) !== null;
  return inCall && open(path, PAY_WINDOW) !== null;
}

/**
 * Stores a purchase, and leads to its page: beside this one on a computer and in a call, in its place elsewhere. In a call the
 * page stays in any case. Resolves to false where no page could be opened.
 */
export async function beginPurchase(purchase: Purchase, inCall: boolean): Promise<boolean> {
  const path = payPath(purchase.op, purchase.channel);
  const beside = openBeside(path, inCall);
  const stored = await userActions.buy(purchase);
  if (!stored.ok) {
    reportFailure(stored);
    return false;
  }
  if (!beside && !inCall) leadTo(path);
  return beside || !inCall;
}

/** Leads to the page of a purchase that was begun. */
export function goOn(op: string, channel: Purchase['channel'], inCall: boolean): void {
  const path = payPath(op, channel);
  if (!openBeside(path, inCall)) leadTo(path);
}
