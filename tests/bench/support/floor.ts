import { existsSync } from 'node:fs';
import { buildApp, sourceHash } from '../../../tools/build/build.ts';
import { newProfile } from '../../harness/browser/browser.ts';
import { type Product, startProduct } from '../../harness/browser/product.ts';
import { openBrowser } from './people.ts';
import { firstThread, whenMarked } from './probe.ts';

const FOLDER = 'tests/bench/floor';

export type Floor = { readonly product: Product; readonly userDataDir: string };

/** Serves the floor page with the same server as the app, and creates a profile with its rows. */
export async function openFloor(): Promise<Floor> {
  const outDir = `.test-results/build/${sourceHash([FOLDER]).slice(0, 12)}-floor`;
  const config = `${FOLDER}/vite.config.ts`;
  if (!existsSync(outDir)) await buildApp({ outDir, config, build: 1, environment: 'test' });
  const product = await startProduct({ distDir: outDir });
  const userDataDir = newProfile();
  const { context, page } = await openBrowser(product, { userDataDir });
  await page.goto('/message');
  await whenMarked(page, firstThread);
  await context.close();
  return { product, userDataDir };
}
