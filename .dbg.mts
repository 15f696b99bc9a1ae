import { startProduct } from './tests/harness/product.ts';
import { stopSharedPostgres } from './tests/harness/database.ts';
import { launchBrowser } from './tests/harness/browser.ts';
import { openSignedIn } from './tests/harness/kept-session.ts';
const product = await startProduct({});
const context = await launchBrowser({ baseURL: product.url, viewport: { width: 1440, height: 900 } } as never);
const page = context.pages()[0] ?? await context.newPage();
page.on('console', (m) => console.log('  page:', m.text().slice(0, 160)));
await context.addInitScript(() => {
  if (!('serviceWorker' in navigator)) return;
  const reg = navigator.serviceWorker.register.bind(navigator.serviceWorker);
  navigator.serviceWorker.register = async (...a: any[]) => { console.log('REGISTER', performance.now() | 0, String(a[0])); const r = await (reg as any)(...a); console.log('REGISTERED', performance.now() | 0, r.active?.state, r.installing?.state, r.waiting?.state); return r; };
  const un = ServiceWorkerRegistration.prototype.unregister;
  ServiceWorkerRegistration.prototype.unregister = function () { console.log('UNREGISTER', performance.now() | 0); return un.call(this); };
});
const state = () => page.evaluate(async () => { const r = await navigator.serviceWorker.getRegistration(); const sw = r?.active; return JSON.stringify({ a: sw?.state, w: r?.waiting?.state, i: r?.installing?.state, c: navigator.serviceWorker.controller?.state, caches: await caches.keys() }); });
const head = async () => (await (await fetch(`${product.url}/sw.js`)).text()).slice(0, 60).replaceAll('\n', ' ');
await openSignedIn(page, '/message');
await page.evaluate(() => navigator.serviceWorker.ready.then(() => true)); await page.waitForTimeout(3000);
console.log('start', await state(), await head());
await product.restartServer({ env: { SW_OFF: 'on' } });
console.log('OFF'); await page.reload(); await page.waitForTimeout(8000); console.log(await state(), await head());
await page.reload(); await page.waitForTimeout(4000); console.log(await state());
await product.restartServer({ env: { SW_OFF: 'off' } });
console.log('ON AGAIN', await head()); await page.reload(); for (let i = 0; i < 8; i++) { await page.waitForTimeout(2000); console.log(await state()); }
await page.reload(); await page.waitForTimeout(3000); console.log('after another reload', await state());
await context.close(); await product.stop(); await stopSharedPostgres();
