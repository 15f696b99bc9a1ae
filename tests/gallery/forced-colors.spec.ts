import { expect } from 'playwright/test';
import { test } from './base.ts';
import { unboundInForcedColors } from './forced-colors.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { SETTINGS_SCREENS } from './screens/settings.ts';
import { draw, drawFirst } from './sweep.ts';

const TABS = 12;

test('desk: the focus of each control is visible in forced colours, and a control without a bound is found', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'desk');
  await drawFirst(page, network, SETTINGS_SCREENS);
  expect(await unboundInForcedColors(page)).toEqual([]);
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
  });
  expect(await unboundInForcedColors(page)).toEqual(['button bare has no bound', 'button chip does not look chosen']);

  await page.emulateMedia({ forcedColors: 'active' });
  for (const screen of [
    SETTINGS_SCREENS[0],
    CHAT_SCREENS.find(({ name }) => name === 'conversation with every bubble'),
  ]) {
    if (!screen) throw new RangeError('There is no such screen');
    await page.evaluate(() => {
      for (const added of document.querySelectorAll('#bare, #chip')) added.remove();
    });
    await draw(page, network, screen);
    for (let tab = 0; tab < TABS; tab += 1) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return undefined;
        // The label is drawn instead of an invisible input.
        const drawn = [activeElement, activeElement.closest('label') ?? activeElement];
        const widths = drawn.map((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
        });
        return { control: activeElement.outerHTML.slice(0, 120), width: Math.max(...widths) };
      });
      if (focus) expect(focus.width, focus.control).toBeGreaterThanOrEqual(3);
    }
  }
});
