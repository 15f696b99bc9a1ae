import type { BrowserContext, Page } from 'playwright';
import type { Product } from '../../harness/product.ts';
import { type Browser, openBrowser, signIn } from './people.ts';
import { lastInput, whenMarked } from './probe.ts';

/** A viewer and a host whom no demo plays. */
const VIEWER = 264457002;
export const HOST = 9035;
const RINGS = 'rings';
export const SILENT = 'silent';
/** With a camera and its permission, as people have who call often. */
export const CALLERS = {
  args: [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
  permissions: ['camera', 'microphone'],
};

/** Marks that one call leaves in a page, in this order. */
const STEPS = ['answer applied', 'connected', 'drawn'] as const;
type Step = (typeof STEPS)[number];

export type Pair = { readonly viewer: Browser; readonly host: Browser };

/** Both signed in. */
export async function openPair(product: Product): Promise<Pair> {
  const open = async (uid: number) => {
    const browser = await openBrowser(product, CALLERS);
    await watchCalls(browser.context);
    await signIn(browser, uid);
    return browser;
  };
  return { viewer: await open(VIEWER), host: await open(HOST) };
}

/** Notes in every page the steps of a call, and accepts what rings at once where `window.answers` says so. */
async function watchCalls(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ rings, silent }) => {
      const mark = (name: string) => performance.mark(name);
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(options?: RTCConfiguration) {
          super(options);
          this.addEventListener(
            'signalingstatechange',
            () => this.signalingState === 'stable' && mark('answer applied'),
          );
          this.addEventListener(
            'connectionstatechange',
            () => this.connectionState === 'connected' && mark('connected'),
          );
        }
      };
      const watched = new WeakSet<HTMLVideoElement>();
      /** A frame counts when it can be seen. */
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
        if (accept && localStorage.getItem('answers') === 'yes') accept.click();
      }).observe(document, { childList: true, subtree: true });
    },
    { rings: RINGS, silent: SILENT },
  );
}

/** The host's pages accept what rings from now on, or no more. */
export const answerByItself = (page: Page, on: boolean): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('answers', value), on ? 'yes' : 'no');

const press = async ({ page }: Browser) => {
  await page.goto(`/anchorprofile?uid=${HOST}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Video call' }).click();
};

/** Presses the call button on her profile; resolves when it rings in all these pages. */
export async function ring({ viewer }: Pair, pages: readonly Page[]): Promise<void> {
  await press(viewer);
  for (const page of pages) await page.getByRole('alertdialog').waitFor();
}

export type Parts = { readonly all: number; readonly signalling: number; readonly ice: number; readonly frame: number };

/** A call that is answered at once: ms from the press to the first remote frame on both sides, and what it was made of. */
export async function callOnce(pair: Pair): Promise<Parts> {
  const { viewer, host } = pair;
  await host.page.goto('/goddess');
  await host.page.waitForLoadState('networkidle');
  await answerByItself(host.page, true);
  await press(viewer);
  const at = async (step: Step) =>
    Math.max(...(await Promise.all([viewer, host].map(({ page }) => whenMarked(page, step)))).map((mark) => mark.at));
  const [answered, connected, drawn] = [await at(STEPS[0]), await at(STEPS[1]), await at(STEPS[2])];
  const pressed = await lastInput(viewer.page, 'click');
  return { all: drawn - pressed, signalling: answered - pressed, ice: connected - answered, frame: drawn - connected };
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
