import { expect } from 'playwright/test';
import { test } from '../../base.ts';
import { WITH_CAMERA } from '../../calls/two-people.ts';
import { firstTab } from '../acts.ts';

test('a visitor checks whether a call would work, and reads what helps when it would not', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const page = await firstTab(await openBrowser(WITH_CAMERA));
  await page.goto('/test');
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(page.getByRole('heading', { name: 'Will a call work here?' })).toBeVisible();
  await page.getByRole('button', { name: 'Start the check' }).click();

  await expect(card('Camera')).toContainText('Your camera works.');
  const frames = () => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);
  await expect.poll(frames).toBeGreaterThan(0);
  await expect(card('Microphone')).toContainText('We hear you.');
  const loudness = async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow'));
  await expect.poll(loudness).toBeGreaterThan(0);
  await expect(card('Connection')).toContainText('A direct connection works.');
  // The speed depends on the machine; unit tests cover its thresholds.
  await expect(card('Speed')).toContainText(/\d Mb\/s/);
  await expect(
    page.getByRole('heading', { name: /^(You are ready to call|A call works, with limits)$/ }),
  ).toBeVisible();

  await card('Speaker').getByRole('button', { name: 'Play the sound' }).click();
  await card('Speaker').getByRole('button', { name: 'I hear nothing' }).click();
  await expect(card('Speaker')).toContainText('Turn the volume up');
  await expect(page.getByRole('heading', { name: 'A call will not work yet' })).toBeVisible();

  // Now the camera is blocked by the user, and the microphone is in use by another app.
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    mediaDevices.getUserMedia = async (wish) => {
      throw new DOMException('', wish?.video ? 'NotAllowedError' : 'NotReadableError');
    };
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(card('Camera')).toContainText('The camera is blocked.');
  await expect(card('Microphone')).toContainText('Another app is using the microphone.');
  await expect(page.locator('video')).toHaveCount(0);
});

test.describe('when requests fail', () => {
  test.use({ allowedProblems: [/ERR_FAILED|failed to load the model|the effects of the camera have ended/] });

  test('without a server the speed check fails, and a background that cannot be blurred is not shown unless the user wants that', {
    tag: '@phone',
  }, async ({ openBrowser }) => {
    const context = await openBrowser(WITH_CAMERA);
    await context.route('**/preflight', (route) => route.abort());
    await context.route('**/*.tflite', (route) => route.abort());
    const page = await firstTab(context);
    await page.goto('/test');
    await page.getByRole('button', { name: 'Start the check' }).click();
    const speed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Speed' }) });
    await expect(speed).toContainText('Our server did not answer');

    const picture = page.getByLabel('Your picture', { exact: true });
    const blur = page.getByRole('switch', { name: 'Blur my background' });
    await expect(picture).toBeVisible();
    await blur.click();
    await expect(page.getByText('Background blur could not start.')).toBeVisible();
    await expect(picture).toBeHidden();
    await blur.click();
    await expect(picture).toBeVisible();
  });
});
