import { MESSAGE_NS } from '../../contract/chat/message.ts';
import { type Product, startProduct } from '../harness/browser/product.ts';
import type { Benches } from './bench.ts';
import { ANNA, type Bare, BEN, type Browser, FIRST_HOST, openBrowser, signIn, signInBare } from './support/people.ts';
import { bubble, longestTask, whenMarked } from './support/probe.ts';
import { newestSeeded, seed } from './support/seed.ts';
import { shared } from './support/shared-runs.ts';

const AIM_TASK_MS = 50;
const SMALL = { messages: 1_000, aim: 800, peer: 17_000, floor: 300 };
const LARGE = { messages: 5_000, aim: 3_500, peer: 100_000, floor: 1_600 };
const STORED = { peer: ANNA, messages: 1_000 };

type Stage = { readonly product: Product; readonly ben: Browser; readonly anna: Bare; readonly host: Bare };
let stage: Promise<Stage> | undefined;
let bursts = 0;

async function open(): Promise<Stage> {
  const product = await startProduct();
  const ben = await openBrowser(product);
  await signIn(ben, BEN);
  await seed(ben.page, [STORED]);
  await ben.page.goto(`/message/u_${ANNA}`);
  await whenMarked(ben.page, bubble(newestSeeded(STORED)));
  await ben.page.waitForLoadState('networkidle');
  return { product, ben, anna: await signInBare(product, ANNA), host: await signInBare(product, FIRST_HOST) };
}

const idOf = (burst: number, n: number) => `burst-${burst}-${n}`;

/** Sends all messages at once. Returns when the first was sent, and the id of the last. */
function send(from: Bare, to: number, messages: number): { at: number; last: string } {
  bursts += 1;
  const stanzas = Array.from(
    { length: messages },
    (_, n) =>
      `<message xmlns='jabber:client' type='chat' id='${idOf(bursts, n)}' to='u_${to}@${from.domain}'><body>Message ${n} of a long story</body><thread>burst</thread><x xmlns='${MESSAGE_NS}' type='0' os='web' pkgName='bench' nick='Anna' version='1'/></message>`,
  );
  const at = performance.timeOrigin + performance.now();
  for (const stanza of stanzas) from.client.send(stanza);
  return { at, last: idOf(bursts, messages - 1) };
}

/** From the first byte sent to the last bubble in the open conversation. */
const drawn = (messages: number) =>
  shared(async () => {
    stage ??= open();
    const { ben, anna } = await stage;
    const { at, last } = send(anna, BEN, messages);
    const end = await whenMarked(ben.page, bubble(`u_${ANNA}/${last}`));
    return { ms: end.at - at, task: await longestTask(ben.page, at) };
  });

/** Time of the same burst to a client that only reads the frames. */
async function floor(messages: number): Promise<number> {
  stage ??= open();
  const { anna, host } = await stage;
  const { at, last } = send(anna, FIRST_HOST, messages);
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (host.client.frames.at(-1)?.attrs['id'] !== last) return;
      clearInterval(look);
      resolve();
    }, 1);
  });
  return performance.timeOrigin + performance.now() - at;
}

const benchesOf = ({ messages, aim, peer, floor: bare }: typeof SMALL): Benches => {
  const figures = drawn(messages);
  const count = messages.toLocaleString('en');
  return [
    { name: `a burst of ${count} to the last one drawn`, unit: 'ms', aim, peer, run: figures('ms') },
    { name: `longest task over 50 ms of the burst of ${count}`, unit: 'ms', aim: AIM_TASK_MS, run: figures('task') },
    { name: `a burst of ${count} to a bare socket (floor)`, unit: 'ms', peer: bare, run: () => floor(messages) },
  ];
};

export const benches: Benches = [...benchesOf(SMALL), ...benchesOf(LARGE)];

export async function close(): Promise<void> {
  const all = await stage;
  all?.anna.client.cut();
  all?.host.client.cut();
  await all?.ben.context.close();
  await all?.product.stop();
}
