import { expect } from 'playwright/test';
import { test } from './base.ts';
import { faultsInForcedColors } from './forced-colors.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';
import { drawFirst } from './sweep.ts';

test('desk: a control or surface without a bound, a chosen state or a focus in forced colours is found', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'desk');
  await drawFirst(page, network, SETTINGS_SCREENS);
  expect(await faultsInForcedColors(page)).toEqual([]);
  await page.evaluate(() => {
    const add = (id: string, style: string) => {
      const button = document.createElement('button');
      button.id = button.textContent = id;
      button.style.cssText = style;
      document.body.append(button);
      return button;
    };
    add('bare', 'outline:none!important');
    add('chip', 'outline:1px solid!important').setAttribute('aria-pressed', 'true');
    add('thick', 'outline:3px solid!important');
    for (const [id, style] of [
      ['card', 'outline:none'],
      ['sheet', ''],
    ] as const) {
      const surface = document.createElement('div');
      surface.role = 'dialog';
      surface.textContent = id;
      surface.style.cssText = style;
      document.body.append(surface);
    }
  });
  expect(await faultsInForcedColors(page)).toEqual([
    'button bare has no bound',
    'surface div card has no bound',
    'button chip does not look chosen',
    'button bare shows no focus',
    'button chip shows no focus',
  ]);
});
