import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test as base } from '../../e2e/base.ts';
import { rowOf } from '../../e2e/calls/connections.ts';
import { call, heading, panel, type TwoPeople, twoPeople } from '../../e2e/calls/two-people.ts';
import { query } from '../../e2e/pages/database.ts';
import { startProduct } from '../../harness/browser/product.ts';
import { seeded } from '../../harness/hostile/mutants.ts';
import { startCoturn } from '../../harness/servers/coturn.ts';
import { type Impairment, startUdpLine, type UdpLine } from '../../harness/servers/udp-line.ts';

/** A network of the table in docs/operating.md. Each packet of a call passes the impaired line once, on its way to the relay. */
type Network = Partial<Impairment> & { readonly name: string; readonly blackoutMs?: number };
const NETWORKS: readonly Network[] = [
  { name: 'no faults' },
  { name: '2 % loss', loss: 0.02 },
  { name: '5 % loss', loss: 0.05 },
  { name: '10 % loss', loss: 0.1 },
  { name: '5 % loss, 150 ms', loss: 0.05, delayMs: 150 },
  { name: '50 ms', delayMs: 50 },
  { name: '150 ms', delayMs: 150 },
  { name: '300 ms', delayMs: 300 },
  { name: 'jitter 0 to 60 ms, out of order', delayMs: 50, jitterMs: 60 },
  { name: '150 kbit/s', kbitPerSecond: 150 },
  { name: '300 kbit/s', kbitPerSecond: 300 },
  { name: '800 kbit/s', kbitPerSecond: 800 },
  { name: 'nothing for 2 s', blackoutMs: 2_000 },
  { name: 'nothing for 5 s', blackoutMs: 5_000 },
  { name: 'nothing for 15 s', blackoutMs: 15_000 },
];
/** How long a call is measured, s. */
const MEASURED_S = 12;

type Line = { readonly line: UdpLine };
const test = base.extend<Line>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
  line: async ({}, use) => {
    const coturn = await startCoturn();
    const line = await startUdpLine(Number(/:(\d+)\?/.exec(coturn.url('udp'))?.[1]), seeded(1));
    await use(line);
    await line.close();
    await coturn.stop();
  },
  product: async ({ line }, use) => {
    const TURN_URL = `turn:127.0.0.1:${line.port}?transport=udp`;
    const product = await startProduct({ env: { TURN_URL, TURN_SECRET: 'a secret of a test', RELAY_ONLY: 'on' } });
    await use(product);
    await product.stop();
  },
});

/** Counters of the media that a page receives. */
type Received = {
  readonly frames: number;
  readonly freezes: number;
  readonly frozenS: number;
  readonly concealed: number;
  readonly samples: number;
};

const receivedBy = (page: Page): Promise<Received> =>
  page.evaluate(async () => {
    const report = await window.connections.at(-1)?.getStats();
    const inbound = [...(report?.values() ?? [])].filter(({ type }) => type === 'inbound-rtp');
    const [video, audio] = ['video', 'audio'].map((kind) => inbound.find((one) => one.kind === kind));
    return {
      frames: video?.framesDecoded ?? 0,
      freezes: video?.freezeCount ?? 0,
      frozenS: video?.totalFreezesDuration ?? 0,
      concealed: (audio?.concealedSamples ?? 0) - (audio?.silentConcealedSamples ?? 0),
      samples: audio?.totalSamplesReceived ?? 0,
    };
  });

/** Resolves when the page has decoded a further frame, with the time that it took, ms. */
async function nextFrame(page: Page): Promise<number> {
  const [began, { frames }] = [performance.now(), await receivedBy(page)];
  await expect.poll(async () => (await receivedBy(page)).frames, { intervals: [50] }).toBeGreaterThan(frames);
  return performance.now() - began;
}

const between = (before: Received, after: Received) => ({
  fps: (after.frames - before.frames) / MEASURED_S,
  freezes: after.freezes - before.freezes,
  frozenS: after.frozenS - before.frozenS,
  concealedPercent: (100 * (after.concealed - before.concealed)) / Math.max(1, after.samples - before.samples),
});

test('a call is usable on every network of the table, and only time with media is metered', async ({
  line,
  product,
  openBrowser,
}) => {
  const two = await twoPeople(product, openBrowser);
  const rows: string[] = [];
  const figures = new Map<string, Awaited<ReturnType<typeof measure>>>();
  for (const network of NETWORKS) {
    const measured = await measure(two, network);
    figures.set(network.name, measured);
    const cells = Object.values(measured).map((value) => value?.toFixed(1) ?? '-');
    rows.push(`| ${network.name} | ${cells.join(' | ')} |`);
    process.stdout.write(`${rows.at(-1)}\n`);
  }
  expect(figures.get('5 % loss, 150 ms')?.firstFrameS).toBeLessThanOrEqual(3);
  expect(figures.get('150 kbit/s')?.concealedPercent).toBeLessThan(10);

  async function measure({ viewer, host, viewerName }: TwoPeople, network: Network) {
    line.impair(network);
    await call(viewer);
    const accept = panel(host, viewerName).getByRole('button', { name: 'Accept' });
    await accept.waitFor();
    const answered = performance.now();
    await accept.click();
    const seen = (page: Page) =>
      expect.poll(async () => (await receivedBy(page)).frames, { intervals: [20] }).toBeGreaterThan(0);
    await Promise.all([seen(viewer), seen(host)]);
    const firstFrameS = (performance.now() - answered) / 1_000;
    const sid = (await rowOf(viewer))?.sid;
    const before = await receivedBy(viewer);
    let recoveredS: number | undefined;
    const began = performance.now();
    if (network.blackoutMs !== undefined) {
      line.blackOut(true);
      await wait(network.blackoutMs);
      line.blackOut(false);
      recoveredS = (await nextFrame(viewer)) / 1_000;
    }
    await wait(Math.max(0, MEASURED_S * 1_000 - (performance.now() - began)));
    const media = between(before, await receivedBy(viewer));
    // Controls hide during a call and come back when the pointer moves.
    await viewer.mouse.move(300, 300);
    await viewer.mouse.move(320, 310);
    await viewer.getByRole('button', { name: 'Hang up' }).click();
    await expect(heading(viewer, 'Call ended')).toBeVisible();
    await viewer.goto('/goddess');
    await host.goto('/goddess');
    line.impair({});
    const [row] = await query(product, 'select stretches, connecting_time, end_time from call where sid = $1', [sid]);
    const stretches = row?.['stretches'] as readonly (readonly [number, number | null])[];
    const end = Number(row?.['end_time']);
    const meteredS = stretches.reduce((sum, [from, to]) => sum + ((to ?? end) - from), 0) / 1_000;
    const connectedS = (end - Number(row?.['connecting_time'])) / 1_000;
    return { firstFrameS, ...media, recoveredS, connectedS, meteredS };
  }
});
