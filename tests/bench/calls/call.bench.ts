import { type Product, startProduct } from '../../harness/browser/product.ts';
import type { Benches } from '../bench.ts';
import { type BarePair, bareCall, openBarePair } from '../support/bare-call.ts';
import { answerByItself, callOnce, closePair, hangUp, openPair, type Pair, ring, SILENT } from '../support/call.ts';
import { type Step, tableOfSteps } from '../support/call-steps.ts';
import { whenMarked } from '../support/probe.ts';
import { shared } from '../support/shared-runs.ts';

const AIM_MS = 600;
/** Percentage of the time of the floor (two bare pages) in the same run. */
const AIM_PERCENT = 300;
const AIM_SILENT_MS = 1_000;
const TABS = 5;

let bare: Promise<BarePair> | undefined;
let stage: Promise<{ product: Product; pair: Pair }> | undefined;

async function open() {
  const product = await startProduct();
  return { product, pair: await openPair(product) };
}

const runs: (readonly Step[])[] = [];

/** A call and, in the same run, the floor: the time that two bare pages need. */
const measured = shared(async () => {
  stage ??= open();
  bare ??= openBarePair();
  const { pair } = await stage;
  const { steps, ...parts } = await callOnce(pair, 0);
  runs.push(steps);
  await hangUp(pair);
  const floor = await bareCall(await bare);
  return { ...parts, floor, percent: (parts.all / floor) * 100 };
});

/** Ringing time before the answer. The page prepares the call during it. */
const LOOK_MS = 1_500;
const looked = shared(async () => {
  stage ??= open();
  bare ??= openBarePair();
  const { pair } = await stage;
  const { fromAnswer } = await callOnce(pair, LOOK_MS);
  await hangUp(pair);
  return { fromAnswer, percent: (fromAnswer / (await bareCall(await bare))) * 100 };
});

/** Time from Accept in one tab until the last of the other tabs stops ringing. */
async function silence(): Promise<number> {
  stage ??= open();
  const { pair } = await stage;
  const { context, page } = pair.host;
  await answerByItself(page, 'never');
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  for (const tab of tabs) await tab.goto('/goddess');
  await ring(pair, tabs);
  await page.getByRole('button', { name: 'Accept' }).click();
  const pressed = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('click', 'mark').at(-1)?.startTime ?? Number.NaN),
  );
  const silent = await Promise.all(tabs.slice(1).map((tab) => whenMarked(tab, SILENT)));
  await hangUp(pair);
  for (const tab of tabs.slice(1)) await tab.close();
  return Math.max(...silent.map(({ at }) => at)) - pressed;
}

export const benches: Benches = [
  { name: 'call to the first frame drawn on both sides', unit: 'ms', aim: AIM_MS, run: measured('all') },
  { name: 'a call between two bare pages (floor)', unit: 'ms', run: measured('floor') },
  { name: 'call beside the two bare pages', unit: '%', aim: AIM_PERCENT, run: measured('percent') },
  { name: 'call: signalling, from the press to the applied answer', unit: 'ms', run: measured('signalling') },
  { name: 'call: ICE and DTLS, from there to connected', unit: 'ms', run: measured('ice') },
  { name: 'call: first frame, from there to drawn', unit: 'ms', run: measured('frame') },
  { name: 'call that rang for a moment, from the answer to both frames', unit: 'ms', run: looked('fromAnswer') },
  { name: 'the same beside the two bare pages', unit: '%', aim: AIM_PERCENT, run: looked('percent') },
  { name: 'answer in one of five tabs to silence in the others', unit: 'ms', aim: AIM_SILENT_MS, run: silence },
];

export async function close(): Promise<void> {
  if (runs.length > 0) console.log(`\nOne call, ms after the press\n${tableOfSteps(runs)}`);
  await (await bare)?.close();
  const all = await stage;
  await closePair(all?.pair);
  await all?.product.stop();
}
