import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive, type Product, startProduct } from '../../harness/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const health = async () => (await fetch(`${product.url}/healthz`)).status;

test('the product answers', async () => {
  expect(await health()).toBe(200);
});

test('a killed Prosody is started again by its server', async () => {
  const before = product.prosodyPid() ?? 0;
  await product.killProsody();
  await product.prosodyBack(before);
  expect(product.prosodyPid()).not.toBe(before);
});

test('a killed server takes its Prosody with it, and comes back on the same data', async () => {
  const prosody = product.prosodyPid() ?? 0;
  await product.killServer();
  await expect(health()).rejects.toThrow();
  expect(isAlive(prosody)).toBe(false);
  await product.restartServer();
  expect(await health()).toBe(200);
});
