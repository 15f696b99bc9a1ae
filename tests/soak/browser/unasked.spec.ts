import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../e2e/base.ts';
import { firstTab } from '../../e2e/pages/acts.ts';
import { withoutBirthDates } from '../../e2e/pages/database.ts';
import { EVERY_ROUTE } from '../../e2e/pages/every-route.ts';
import { recordDialogs } from '../../harness/browser/open-dialogs.ts';

const WATCHED_MS = 10_000;
const SIZES = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
];
/** Requests of a call page without a call and of a payment page without a payment. */
test.use({ allowedProblems: [/status of 4\d\d/] });

for (const { name, viewport } of SIZES) {
  test(`a guest who arrives on a ${name} sees one dialog within 10 s, the panel of a new account`, async ({
    openBrowser,
    product,
  }) => {
    const page = await firstTab(await openBrowser({ asksForInfo: true, offersPack: true, viewport }));
    const dialogs = await recordDialogs(page);
    await withoutBirthDates(product, () => enterAsGuest(page, '/goddess'));
    await page.waitForTimeout(WATCHED_MS);
    expect(await dialogs()).toEqual([['Nice to have you here']]);
  });

  test(`no page asks a guest on a ${name} for the birth date by itself`, async ({ openBrowser, product }) => {
    const page = await firstTab(await openBrowser({ offersPack: true, viewport }));
    const dialogs = await recordDialogs(page);
    await withoutBirthDates(product, () => enterAsGuest(page, '/goddess'));
    for (const { at } of EVERY_ROUTE) {
      await page.goto(at);
      await page.waitForLoadState('networkidle');
      expect((await dialogs()).flat(), at).not.toContain('When were you born?');
    }
  });
}
