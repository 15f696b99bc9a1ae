import type { BrowserContext, Page } from 'playwright';
import { endpoints } from '../../../contract/endpoints.ts';
import { type LaunchOptions, launchBrowser } from '../../harness/browser/browser.ts';
import type { Product } from '../../harness/browser/product.ts';
import { envelope } from '../../harness/envelope.ts';
import { openRaw, type RawClient, signIn as signInRaw } from '../../harness/raw-client.ts';
import { watchPages } from './probe.ts';

/** Demo accounts, which every product has. */
export const PASSWORD = 'gemcall';
export const ANNA = 264457002;
export const BEN = 264457003;
export const FIRST_HOST = 9001;
export const HOSTS = 40;
const DOMAIN = /@(.+)$/;

/** Opens a browser with a profile on disk whose pages record bubbles and input (`watchPages`). */
export async function openBrowser(product: Product, options: LaunchOptions = {}): Promise<Browser> {
  const context = await launchBrowser({
    baseURL: product.url,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  await watchPages(context);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}
export type Browser = { readonly context: BrowserContext; readonly page: Page };

/** Signs in through the login page, and waits until the service worker is ready. */
export async function signIn({ page }: Browser, uid: number): Promise<void> {
  await page.goto('/userpassword?next=%2Fmessage');
  await page.getByLabel('User ID').fill(String(uid));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/message');
  await page.locator('li a[href^="/message/"]').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

/** A user on a bare websocket through the edge: as fast as the servers alone can be. */
export async function signInBare(product: Product, uid: number): Promise<Bare> {
  const response = await fetch(`${product.url}${endpoints.userPwdLogin.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(envelope({ uid, passwd: PASSWORD }, undefined, `bench-${uid}`)),
  });
  const { data } = (await response.json()) as { data: { userInfo: { jid: string; vcToken: string } } };
  const domain = DOMAIN.exec(data.userInfo.jid)?.[1] ?? '';
  const client = await openRaw(`${product.url.replace('http', 'ws')}/xmpp-websocket`, product.url);
  await signInRaw(client, { user: `u_${uid}`, token: data.userInfo.vcToken, domain });
  return { client, domain, token: data.userInfo.vcToken };
}
export type Bare = { readonly client: RawClient; readonly domain: string; readonly token: string };
