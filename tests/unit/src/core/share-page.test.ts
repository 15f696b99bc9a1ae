import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const showToast = vi.hoisted(() => vi.fn());
vi.mock('../../../../src/ui/feedback/toast.ts', () => ({ showToast }));
vi.mock('i18next', () => ({ default: { t: (key: string) => key } }));
const { sharePage } = await import('../../../../src/ui/share-page.ts');

const URL_OF_PROFILE = 'https://gemcall.test/anchorprofile?uid=9001';
const writeText = vi.fn(async (_text: string) => {});

function browser(share: (() => Promise<void>) | undefined) {
  vi.stubGlobal('location', { origin: 'https://gemcall.test' });
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...(share && { canShare: () => true, share }) });
}
beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());
const share = () => sharePage('/anchorprofile?uid=9001', 'Asha');

test('a page is offered to other apps by the sheet of the system', async () => {
  const sheet = vi.fn(async () => {});
  browser(sheet);
  await share();
  expect(sheet).toHaveBeenCalledWith({ title: 'Asha', url: URL_OF_PROFILE });
  expect(writeText).not.toHaveBeenCalled();
});

test('without a sheet, or when the system refuses it, the link is copied', async () => {
  const refuse = () => Promise.reject(new DOMException('busy', 'InvalidStateError'));
  for (const sheet of [undefined, refuse]) {
    browser(sheet);
    await share();
    expect(writeText).toHaveBeenLastCalledWith(URL_OF_PROFILE);
    expect(showToast).toHaveBeenLastCalledWith('common:linkCopied', 'good');
  }
});

test('a sheet that the user closes changes nothing', async () => {
  browser(() => Promise.reject(new DOMException('closed', 'AbortError')));
  await share();
  expect([writeText.mock.calls, showToast.mock.calls]).toEqual([[], []]);
});

test('a browser that cannot copy says so', async () => {
  browser(undefined);
  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await share();
  expect(showToast).toHaveBeenCalledWith('common:linkNotCopied', 'bad');
});
