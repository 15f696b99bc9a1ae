import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from '../../e2e/base.ts';
import { sentBy, unplug } from '../../e2e/calls/connections.ts';
import { expectMoving, heading, meet, type TwoPeople, twoPeople } from '../../e2e/calls/two-people.ts';
import { seeded } from '../../harness/hostile/mutants.ts';

/** `SOAK_FIRST_SEED` and `SOAK_SEEDS` split a run over several processes. */
const FIRST_SEED = Number(process.env['SOAK_FIRST_SEED'] ?? 1);
const SEEDS = Number(process.env['SOAK_SEEDS'] ?? 60);
const EVENTS = 25;

/** Presses a control even while the controls are hidden. The first of its name: a note about a bad network offers the same below. */
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().dispatchEvent('click');

/** Dispatches an event of the system on the tracks of a kind that are live, as when it takes a device away for a moment. */
const tellTracks = (page: Page, kind: string, event: string) =>
  page.evaluate(
    ([of, type]) => {
      for (const track of window.captured.filter((one) => one.kind === of && one.readyState === 'live'))
        track.dispatchEvent(new Event(type ?? ''));
    },
    [kind, event],
  );

type Act = (page: Page) => Promise<void>;
const EVENTS_OF_A_CALL: Readonly<Record<string, Act>> = {
  microphone: (page) => press(page, /^(Mute|Unmute)$/),
  camera: (page) => press(page, /^Turn the camera (on|off)$/),
  async minimise(page) {
    await press(page, /^Keep talking, show the app$/);
    await page.getByRole('button', { name: 'Back to the call' }).click();
  },
  async reload(page) {
    await page.reload();
    await page.getByRole('button', { name: 'Hang up' }).waitFor();
  },
  async unplugMicrophone(page) {
    const plugIn = await unplug(page, 'audio');
    await plugIn();
  },
  async unplugCamera(page) {
    const plugIn = await unplug(page, 'video');
    await plugIn();
  },
  async takeMicrophone(page) {
    await tellTracks(page, 'audio', 'mute');
    await tellTracks(page, 'audio', 'unmute');
  },
  async background(page) {
    const other = await page.context().newPage();
    await other.goto('about:blank');
    await other.close();
    await page.bringToFront();
  },
};
const NAMES = Object.keys(EVENTS_OF_A_CALL);

/** Expects the buttons to show what the page sends. Both are compared until they agree, because a change of a device takes a moment. */
async function expectShown(page: Page): Promise<void> {
  const shownAndSent = async () => {
    const [isMuted, isDark] = await Promise.all([
      page.getByRole('button', { name: 'Unmute', exact: true }).count(),
      page.getByRole('button', { name: 'Turn the camera on', exact: true }).count(),
    ]);
    const sent = await sentBy(page);
    const shown = { audio: isMuted === 0, video: isDark === 0 };
    return shown.audio === (sent['audio'] ?? false) && shown.video === (sent['video'] ?? false)
      ? 'equal'
      : `shown ${JSON.stringify(shown)}, sent ${JSON.stringify(sent)}`;
  };
  await expect.poll(shownAndSent, { timeout: 30_000 }).toBe('equal');
}

async function runSequence({ viewer, host, viewerName, hostName }: TwoPeople, seed: number): Promise<void> {
  const random = seeded(seed);
  const done: string[] = [];
  for (let step = 0; step < EVENTS; step += 1) {
    const page = random() < 0.5 ? viewer : host;
    const name = NAMES[Math.floor(random() * NAMES.length)] ?? '';
    done.push(`${page === viewer ? 'viewer' : 'host'} ${name}`);
    await test.step(`seed ${seed}: ${done.join(', ')}`, async () => {
      await EVENTS_OF_A_CALL[name]?.(page);
      await Promise.all([viewer, host].map(expectShown));
    });
  }
  // Whatever happened, both see each other again once both cameras are on.
  for (const page of [viewer, host])
    if ((await page.getByRole('button', { name: 'Turn the camera on' }).count()) > 0)
      await press(page, /^Turn the camera on$/);
  await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
}

test(`in ${SEEDS} calls with ${EVENTS} random events each, both sides send what they show, and no device stays open`, async ({
  product,
  openBrowser,
}) => {
  test.setTimeout(SEEDS * 120_000);
  const two = await twoPeople(product, openBrowser);
  const { viewer, host } = two;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    await meet(two);
    await runSequence(two, seed);
    await press(viewer, /^Hang up$/);
    await Promise.all([viewer, host].map((page) => expect(heading(page, 'Call ended')).toBeVisible()));
    for (const page of [viewer, host]) {
      const live = () => page.evaluate(() => window.captured.filter(({ readyState }) => readyState === 'live').length);
      await expect.poll(live).toBe(0);
      await page.goto('/goddess');
    }
    process.stdout.write(`soak: seed ${seed} passed\n`);
  }
});
