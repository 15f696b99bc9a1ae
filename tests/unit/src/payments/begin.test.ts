import { beforeEach, expect, test, vi } from 'vitest';
import type { Purchase } from '../../../../contract/payments/commands.ts';
import { fail, ok } from '../../../../contract/result.ts';

const { buy, leadTo, showToast, reportFailure } = vi.hoisted(() => ({
  buy: vi.fn(),
  leadTo: vi.fn(),
  showToast: vi.fn(),
  reportFailure: vi.fn(),
}));
vi.mock('i18next', () => ({ default: { t: (key: string) => key } }));
vi.mock('../../../../src/core/core.ts', () => ({ userActions: { buy } }));
vi.mock('../../../../src/ui/feedback/toast.ts', () => ({ showToast }));
vi.mock('../../../../src/ui/feedback/report.ts', () => ({ reportFailure }));
vi.mock('../../../../src/features/payments/store/use-store-history-entry.ts', () => ({ leadTo }));

const { beginPurchase, resumePurchase } = await import('../../../../src/features/payments/store/begin.ts');

const PURCHASE = { op: 'op', channel: 'card' } as Purchase;
const open = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('open', open);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  buy.mockResolvedValue(ok(null));
});

test('a payment page opens in its window when none is blocked', async () => {
  open.mockReturnValue({});
  expect(await beginPurchase(PURCHASE, true)).toBe('beside');
  resumePurchase('op', 'card', true);
  expect(open).toHaveBeenCalledTimes(2);
  expect(leadTo).not.toHaveBeenCalled();
  expect(showToast).not.toHaveBeenCalled();
});

test('a call keeps its tab when the window of a payment page is blocked', async () => {
  open.mockReturnValue(null);
  expect(await beginPurchase(PURCHASE, true)).toBe('blocked');
  resumePurchase('op', 'card', true);
  expect(leadTo).not.toHaveBeenCalled();
  expect(showToast).toHaveBeenCalledExactlyOnceWith('payments:popupBlocked', 'bad');
});

test('a payment page opens in the tab when its window is blocked outside a call', async () => {
  open.mockReturnValue(null);
  expect(await beginPurchase(PURCHASE, false)).toBe('here');
  resumePurchase('op', 'card', false);
  expect(leadTo).toHaveBeenCalledTimes(2);
});

test('a purchase that was not stored is reported, and is not said to be blocked', async () => {
  buy.mockResolvedValue(fail({ code: 'offline' }));
  open.mockReturnValue(null);
  expect(await beginPurchase(PURCHASE, true)).toBe('unstored');
  expect(reportFailure).toHaveBeenCalledOnce();
});
