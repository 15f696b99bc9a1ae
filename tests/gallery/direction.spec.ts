import type { Locator } from 'playwright';
import { expect } from 'playwright/test';
import { wordsOf } from '../e2e/pages/languages.ts';
import { test } from './base.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { drawFirst, VIEWPORTS } from './sweep.ts';

const middleOf = async (of: Locator) => {
  const box = await of.boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
};
const named = (name: string) => CHAT_SCREENS.filter((screen) => screen.name === name);

for (const size of ['phone', 'desk'] as const) {
  const { width } = VIEWPORTS[size];

  test(`${size}: the layout is mirrored in Arabic and Hebrew`, async ({ openGalleryOf }) => {
    const { page, network } = await openGalleryOf('gemcall', size);
    for (const language of ['en', 'ar', 'he'] as const) {
      const speak = async () => {
        await page.evaluate((chosen) => window.gallery.speak(chosen), language);
        await page.evaluate(() => window.gallery.settle(false));
      };
      /** Horizontal position, mirrored for right-to-left languages. */
      const place = async (of: Locator) => (language === 'en' ? await middleOf(of) : width - (await middleOf(of)));
      const { common, message } = wordsOf(language);

      await drawFirst(page, network, named('conversation with every bubble'));
      await speak();
      const log = page.getByRole('log');
      const middle = await place(log);
      expect(await place(log.getByText('This one is refused'))).toBeGreaterThan(middle);
      expect(await place(log.getByText('Are you there?'))).toBeLessThan(middle);
      expect(await place(page.getByRole('button', { name: message.tool.voice, exact: true }))).toBeGreaterThan(
        width * 0.85,
      );

      await drawFirst(page, network, named('conversations'));
      await speak();
      const title = page.getByRole('heading', { name: message.title, exact: true });
      expect(await place(page.getByRole('button', { name: message.new }))).toBeGreaterThan(await place(title));
      const link = (name: string) =>
        page.getByRole('navigation', { name: common.nav.label }).getByRole('link', { name });
      const [messages, me] = [await place(link(common.nav.messages)), await place(link(common.nav.me))];
      if (size === 'phone') expect(messages).toBeLessThan(me);
      else expect(messages).toBeLessThan(width * 0.1);
    }
  });
}
