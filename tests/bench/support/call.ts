import type { BrowserContext, Page } from 'playwright';
import type { Product } from '../../harness/browser/product.ts';
import { readSteps, recordSteps, type Step } from './call-steps.ts';
import { type Browser, openBrowser, signIn } from './people.ts';
import { lastInput, whenMarked } from './probe.ts';

/** A viewer and a host that no demo process plays. */
const VIEWER = 264457002;
export const HOST = 9035;
const RINGS = 'rings';
export const SILENT = 'silent';
const ACCEPTS = 'accepts';
/** Options for a browser with a (fake) camera whose permission is granted. */
export const CALLERS = {
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
  permissions: ['camera', 'microphone'],
};

/** Marks that both pages set during a call, in this order. */
const STAGES = ['answer applied', 'connected', 'drawn'] as const;
type Stage = (typeof STAGES)[number];
/** Further marks of a call in a page; the first of each counts. */
const MARKS = ['camera', 'offer made', 'offer applied', RINGS, ACCEPTS, ...STAGES] as const;

export type Pair = { readonly viewer: Browser; readonly host: Browser };

/** Opens two browsers, both signed in. */
export async function openPair(product: Product): Promise<Pair> {
  const open = async (uid: number) => {
    const browser = await openBrowser(product, CALLERS);
    await watchCalls(browser.context);
    await signIn(browser, uid);
    return browser;
  };
  return { viewer: await open(VIEWER), host: await open(HOST) };
}

/** Marks the stages of a call in every page, and accepts incoming calls after the delay in `localStorage.answers`. */
async function watchCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ rings, silent, accepts }) => {
      const mark = (name: string) => performance.mark(name);
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(options?: RTCConfiguration) {
          super(options);
          this.addEventListener('signalingstatechange', () => {
            if (this.signalingState === 'stable') mark('answer applied');
            if (this.signalingState === 'have-local-offer') mark('offer made');
            if (this.signalingState === 'have-remote-offer') mark('offer applied');
          });
          this.addEventListener(
            'connectionstatechange',
            () => this.connectionState === 'connected' && mark('connected'),
          );
        }
      };
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = (wish) => {
        const opening = open(wish);
        opening.then(() => mark('camera')).catch(() => {});
        return opening;
      };
      const watched = new WeakSet<HTMLVideoElement>();
      /** Marks the first frame that is visible. */
      const watch = (video: HTMLVideoElement) => {
        if (watched.has(video) || video.muted) return;
        watched.add(video);
        let isDrawn = false;
        const look = () => {
          if (!isDrawn && getComputedStyle(video).visibility === 'visible') {
            isDrawn = true;
            mark('drawn');
          }
          if (!isDrawn) video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
      };
      let ringing = false;
      new MutationObserver(() => {
        for (const video of document.querySelectorAll('video')) watch(video);
        const panel = document.querySelector('[role="alertdialog"]');
        if ((panel !== null) === ringing) return;
        ringing = panel !== null;
        mark(ringing ? rings : silent);
        const accept = panel?.querySelector<HTMLButtonElement>('button[aria-label="Accept"]');
        const delay = Number(localStorage.getItem('answers') ?? Number.NaN);
        const press = () => {
          mark(accepts);
          accept?.click();
        };
        if (accept && delay === 0) press();
        if (accept && delay > 0) setTimeout(press, delay);
      }).observe(document, { childList: true, subtree: true });
    },
    { rings: RINGS, silent: SILENT, accepts: ACCEPTS },
  );
}

/** Sets after which time the host's pages accept incoming calls, or that they never do. */
export const answerByItself = (page: Page, afterMs: number | 'never'): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('answers', value), String(afterMs));

const approach = async ({ page }: Browser) => {
  await page.goto(`/anchorprofile?uid=${HOST}`);
  await page.waitForLoadState('networkidle');
};
const press = ({ page }: Browser) => page.getByRole('link', { name: 'Video call' }).click();

/** Presses the call button on the host's profile; resolves when all these pages ring. */
export async function ring({ viewer }: Pair, pages: readonly Page[]): Promise<void> {
  await approach(viewer);
  await press(viewer);
  for (const page of pages) await page.getByRole('alertdialog').waitFor();
}

export type Parts = {
  readonly all: number;
  readonly signalling: number;
  readonly ice: number;
  readonly frame: number;
  /** Time from the press on Accept. */
  readonly fromAnswer: number;
  readonly steps: readonly Step[];
};

/** Makes a call: time in ms from the press to the first remote frame on both sides, and its parts. */
export async function callOnce(pair: Pair, answerAfterMs: number): Promise<Parts> {
  const { viewer, host } = pair;
  await host.page.goto('/goddess');
  await host.page.waitForLoadState('networkidle');
  await answerByItself(host.page, answerAfterMs);
  await approach(viewer);
  for (const { context } of [viewer, host]) await recordSteps(context);
  await press(viewer);
  const at = async (stage: Stage) =>
    Math.max(...(await Promise.all([viewer, host].map(({ page }) => whenMarked(page, stage)))).map((mark) => mark.at));
  const [answered, connected, drawn] = [await at(STAGES[0]), await at(STAGES[1]), await at(STAGES[2])];
  const pressed = await lastInput(viewer.page, 'click');
  const accepted = await whenMarked(host.page, ACCEPTS);
  const steps = [...(await readSteps(viewer, 'V', MARKS)), ...(await readSteps(host, 'H', MARKS))];
  return {
    all: drawn - pressed,
    signalling: answered - pressed,
    ice: connected - answered,
    frame: drawn - connected,
    fromAnswer: drawn - accepted.at,
    steps: steps.map((step) => ({ ...step, at: step.at - pressed })),
  };
}

export async function hangUp({ viewer }: Pair): Promise<void> {
  await viewer.page.mouse.move(200, 300);
  await viewer.page.mouse.move(220, 300);
  await viewer.page.getByRole('button', { name: 'Hang up' }).click();
  await viewer.page.getByRole('button', { name: 'Done' }).click();
}

export async function closePair(pair: Pair | undefined): Promise<void> {
  await pair?.viewer.context.close();
  await pair?.host.context.close();
}
