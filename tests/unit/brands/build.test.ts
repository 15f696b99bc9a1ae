import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILD_MARK, type BuildOptions, buildApp, sourceHash } from '../../../tools/build/build.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

test.each<[isBuilt: boolean, title: string, change: Partial<BuildOptions>]>([
  [false, 'none', {}],
  [true, 'the brand', { brand: 'velora' }],
  [true, 'the environment', { environment: 'test' }],
  [true, 'the build number', { build: 1 }],
  [true, 'the configuration', { config: 'vite.config.ts' }],
  [true, 'the compression', { compress: false }],
])('an app is built again (%s) when its folder has a build that differs in %s', async (isBuilt, _title, change) => {
  const outDir = temporaryFolder('build');
  writeFileSync(join(outDir, BUILD_MARK), `${sourceHash()} gemcall production`);
  let hasBegun = false;
  // Ends the build before Vite is started.
  const announce = () => {
    hasBegun = true;
    throw new Error('begun');
  };
  await buildApp({ outDir, brand: 'gemcall', announce, ...change }).catch(() => undefined);
  expect(hasBegun).toBe(isBuilt);
});
