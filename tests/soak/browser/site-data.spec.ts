import { expect } from 'playwright/test';
import { test } from '../../e2e/base.ts';
import { CLEARED, type Cleared, clearSiteData, type Next } from '../../e2e/core/site-data.ts';

const NEXT: readonly Next[] = ['the same person', 'another person', 'no one'];

test.use({ allowedProblems: [/ERR_|IndexedDB|Dexie|Failed to (load|fetch)/] });

for (const cleared of Object.keys(CLEARED) as Cleared[]) {
  for (const tabs of [1, 2] as const) {
    for (const next of NEXT) {
      test(`nothing acts for another account when site data is cleared: ${cleared}, ${tabs} tabs, ${next} signs in`, async ({
        product,
        openBrowser,
      }) => {
        const world = { product, openBrowser, former: 100001, other: 264457003, host: 9014 };
        expect(await clearSiteData(world, { cleared, tabs, next })).toEqual([]);
      });
    }
  }
}
