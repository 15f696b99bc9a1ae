import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/temporary.ts';

type LockedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const MANIFESTS = ['package.json', 'package-lock.json'];

function readLockfile(): ReadonlyMap<string, LockedPackage> {
  const lockfile: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return new Map(Object.entries(lockfile.packages).filter(([path]) => path !== ''));
}

/** Node looks for a package in the folder of its dependent and in each folder above it. */
function isLocked(packages: ReadonlyMap<string, LockedPackage>, dependent: string, name: string): boolean {
  const folders = dependent.split('/node_modules/');
  return (
    folders.some((_, i) => packages.has(`${folders.slice(0, i + 1).join('/node_modules/')}/node_modules/${name}`)) ||
    packages.has(`node_modules/${name}`)
  );
}

/**
 * A registry that lacks the build of one platform must not make `npm ci` fail on another: npm asks the registry for every package that
 * the lockfile does not have, and calls the lockfile out of sync when it gets no answer.
 */
test('the lockfile has every build of every optional dependency', () => {
  const packages = readLockfile();
  const missing = [...packages].flatMap(([dependent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(packages, dependent, name)),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry, and an integrity for everything but builds of other platforms', () => {
  const packages = [...readLockfile()];
  expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  const unchecked = packages.filter(([, { integrity, optional }]) => integrity === undefined && optional !== true);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test('npm ci accepts the lockfile in a fresh folder', () => {
  const folder = temporaryFolder('npm-ci');
  for (const file of MANIFESTS) cpSync(file, join(folder, file));
  // A dry run compares the two files and resolves the whole tree, but downloads nothing.
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  expect(npm.stderr).toBe('');
  expect(npm.status).toBe(0);
});
