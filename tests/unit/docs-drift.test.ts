import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BRAND_IDS, type BrandConfig, type BrandId } from '../../contract/brand.ts';
import { SETTINGS } from '../../server/config.ts';
import { readSiteSettings } from '../../server/domains/account/site/settings.ts';
import type { RouteRow } from '../../src/routing/route-row.ts';
import { CONTRACT_PACKAGES, MAY_IMPORT } from './import-rules.ts';

/**
 * The documents equal the code in their tables of imports, routes, settings and database tables, and in the constants that they quote. Each
 * comparison is also run on a document or code that was changed, to show that it can fail.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
const OWN = 'tests/unit/docs-drift.test.ts';

/** A row of a table: its key, and everything else that is compared as one text. */
type Row = readonly [key: string, rest: string];

/** The body rows of the Markdown table whose header begins with these cells. */
function tableOf(text: string, ...head: readonly string[]): string[][] {
  const cells = (line: string) =>
    line
      .slice(1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|') && head.every((name, at) => cells(line)[at] === name));
  if (start === -1) return [];
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, length === -1 ? undefined : start + length).map(cells);
}
/** The texts in backticks of a cell. */
const codesOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Every row that only the document or only the code has, that differs, or that the document repeats. */
function driftOf(documented: readonly Row[], actual: readonly Row[]): string[] {
  const [inDocs, inCode] = [new Map(documented), new Map(actual)];
  const repeated = documented.map(([key]) => key).filter((key, at, all) => all.indexOf(key) !== at);
  return [
    ...repeated.map((key) => `${key}: repeated in the document`),
    ...[...inCode].flatMap(([key, code]) => {
      const docs = inDocs.get(key);
      if (docs === undefined) return [`${key}: missing in the document, the code has ${code}`];
      return docs === code ? [] : [`${key}: the document has ${docs}, the code has ${code}`];
    }),
    ...[...inDocs.keys()].filter((key) => !inCode.has(key)).map((key) => `${key}: only in the document`),
  ];
}

describe('the comparison', () => {
  test('finds a missing, a foreign, a different and a repeated row', () => {
    const actual: Row[] = [
      ['a', '1'],
      ['b', '2'],
    ];
    expect(driftOf(actual, actual)).toEqual([]);
    expect(driftOf([['a', '1']], actual)).toEqual(['b: missing in the document, the code has 2']);
    expect(driftOf([...actual, ['c', '3']], actual)).toEqual(['c: only in the document']);
    expect(driftOf([...actual.slice(1), ['a', '9']], actual)).toEqual(['a: the document has 9, the code has 1']);
    expect(driftOf([...actual, ['a', '1']], actual)).toEqual(['a: repeated in the document']);
  });

  test('reads the table with the given header, and no other', () => {
    const text = '| x | y |\n| - | - |\n| 1 | 2 |\n\n| a | b |\n| - | - |\n| `k` | p\\|q |\n\nend';
    expect(tableOf(text, 'a', 'b').map(([key, rest]) => [key, rest])).toEqual([['`k`', String.raw`p\|q`]]);
    expect(tableOf(text, 'a', 'c')).toEqual([]);
  });
});

/** `src/brands/*` in a cell stands for the folder of every brand. */
const everyBrand = (path: string) => (path.includes('*') ? BRAND_IDS.map((brand) => path.replace('*', brand)) : [path]);
const listOf = (paths: readonly string[]) => paths.toSorted().join(' ');

const importsInDocs = (text: string): Row[] =>
  tableOf(text, 'folder', 'runs in', 'may import').map(([folder, , allowed]) => [
    codesOf(folder).join(' '),
    listOf(codesOf(allowed).flatMap(everyBrand)),
  ]);
const importsInCode = (rules: Readonly<Record<string, readonly string[]>>): Row[] =>
  Object.entries(rules).map(([folder, allowed]) => [
    `${folder}/`,
    listOf(folder === 'contract' ? [...allowed, ...CONTRACT_PACKAGES] : allowed),
  ]);

describe('imports', () => {
  const laws = textOf('docs/laws.md');

  test('the table of docs/laws.md equals the import rules', () => {
    expect(driftOf(importsInDocs(laws), importsInCode(MAY_IMPORT))).toEqual([]);
  });

  test('a folder that may import more or less than the table says is found', () => {
    const more = { ...MAY_IMPORT, sw: [...MAY_IMPORT.sw, 'src/'] };
    expect(driftOf(importsInDocs(laws), importsInCode(more))).toEqual([expect.stringMatching(/^sw\/: /)]);
    const less = laws.replace('`worker/db/reads/`, ', '');
    expect(driftOf(importsInDocs(less), importsInCode(MAY_IMPORT))).toEqual([expect.stringMatching(/^src\/: /)]);
    expect(driftOf([], importsInCode(MAY_IMPORT))).toHaveLength(Object.keys(MAY_IMPORT).length);
  });
});

type Route = Pick<RouteRow, 'path' | 'access' | 'offline' | 'tracking'> & { readonly overlay: boolean };
type Routes = ReadonlyMap<BrandId, readonly Route[]>;

/** The routes of a production build of the brand. */
async function routesOf(brand: BrandId): Promise<Route[]> {
  vi.resetModules();
  const { config } = (await import(`../../src/brands/${brand}/config.ts`)) as { config: BrandConfig };
  vi.doMock('../../src/brands/gemcall/config.ts', () => ({ config }));
  vi.stubEnv('DEV', false);
  try {
    const { isOverlay, ROUTES } = await import('../../src/app/routes.ts');
    return ROUTES.map((row) => ({ ...row, overlay: isOverlay(row) }));
  } finally {
    vi.unstubAllEnvs();
    vi.doUnmock('../../src/brands/gemcall/config.ts');
  }
}

/** `auth`; or, where the brands differ, `auth in gemcall; public in velora, miravo`. A brand without the route is not named. */
function accessOf(rows: readonly (readonly [brand: BrandId, access: string])[]): string {
  const groups = Map.groupBy(rows, ([, access]) => access);
  const [only] = groups.keys();
  if (only !== undefined && groups.size === 1 && rows.length === BRAND_IDS.length) return only;
  return [...groups].map(([access, brands]) => `${access} in ${brands.map(([brand]) => brand).join(', ')}`).join('; ');
}

const routesInCode = (routes: Routes): Row[] => {
  const all = [...routes].flatMap(([brand, rows]) => rows.map((row) => ({ brand, row })));
  return [...Map.groupBy(all, ({ row }) => row.path)].map(([path, found]) => {
    const access = accessOf(
      found.map(({ brand, row }) => [brand, row.overlay ? `${row.access}, popup` : row.access] as const),
    );
    const rest = [...new Set(found.map(({ row }) => `${row.offline} | ${row.tracking}`))].join(' or ');
    return [path, `${access} | ${rest}`];
  });
};
const routesInDocs = (text: string): Row[] =>
  tableOf(text, 'path', 'access', 'offline', 'tracking').map(([path, access, offline, tracking]) => [
    codesOf(path).join(' '),
    `${access} | ${offline} | ${codesOf(tracking).join(' ')}`,
  ]);

describe('routes', () => {
  const product = textOf('docs/product.md');
  let routes: Routes = new Map();
  beforeAll(async () => {
    const found = new Map<BrandId, readonly Route[]>();
    for (const brand of BRAND_IDS) found.set(brand, await routesOf(brand));
    routes = found;
  });
  afterAll(() => vi.resetModules());

  test('the table of docs/product.md equals the routes of all brands', () => {
    expect(routes.get('gemcall')?.length).toBeGreaterThan(20);
    expect(driftOf(routesInDocs(product), routesInCode(routes))).toEqual([]);
  });

  test('a new route, another access and another tracking name are found', () => {
    const given = routes.get('gemcall') ?? [];
    const seeded: Routes = new Map<BrandId, readonly Route[]>([
      ...routes,
      [
        'gemcall',
        [
          { path: '/new', access: 'auth', offline: 'rows', tracking: 'new', overlay: false },
          ...given.map((row) => {
            if (row.path === '/settings') return { ...row, access: 'public' as const };
            return row.path === '/notices' ? { ...row, tracking: 'other' } : row;
          }),
        ],
      ],
    ]);
    expect(driftOf(routesInDocs(product), routesInCode(seeded))).toEqual([
      '/new: missing in the document, the code has auth in gemcall | rows | new',
      expect.stringMatching(/^\/settings: .* the code has public in gemcall; auth in velora, miravo/),
      expect.stringMatching(/^\/notices: .*other/),
    ]);
    const without = product.replace(/^\| `\/open`.*\n/m, '');
    expect(driftOf(routesInDocs(without), routesInCode(routes))).toEqual([expect.stringMatching(/^\/open: missing/)]);
  });
});

/** What the document says about a default that is not a value. */
const NO_VALUE = '(no value)';
const REQUIRED = '(required)';

/** The settings of a server process in the text of `server/config.ts`, with their defaults. */
function settingsInCode(text: string): Row[] {
  const [entries = ''] = /\bconst environment = [\s\S]*?^ {2}\}\),$/m.exec(text) ?? [];
  const parts = entries.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').split(/^ {4}(?=[A-Z][A-Z0-9_]*: )/m);
  return parts.slice(1).map((entry): Row => {
    const name = entry.slice(0, entry.indexOf(':'));
    if (!entry.startsWith(`${name}: v.optional(`)) return [name, REQUIRED];
    const [, value = ''] = /,\s*'([^']*)',?\s*\),\s*(?:\}\),)?\s*$/.exec(entry) ?? [];
    return [name, value || NO_VALUE];
  });
}
const settingsInDocs = (text: string): Row[] =>
  tableOf(text, 'variable', 'default', 'means').map(([name, value = '']) => [
    codesOf(name).join(' '),
    value.startsWith('(') && value !== REQUIRED ? NO_VALUE : value,
  ]);

/** The switches of the operator with their defaults. */
const switchesInCode = (): Row[] =>
  Object.entries(readSiteSettings([])).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
  ]);
const switchesInDocs = (text: string): Row[] =>
  tableOf(text, 'switch', 'default', 'means').map(([name, value = '']) => [codesOf(name).join(' '), value]);

describe('settings', () => {
  const [operating, product] = [textOf('docs/operating.md'), textOf('docs/product.md')];
  const config = textOf('server/config.ts');

  test('the settings that this test reads are all settings of the server', () => {
    expect(
      settingsInCode(config)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([...SETTINGS].toSorted());
  });

  test('the table of docs/operating.md has every environment variable with its default', () => {
    expect(driftOf(settingsInDocs(operating), settingsInCode(config))).toEqual([]);
  });

  test('the table of docs/product.md has every switch of the operator with its default', () => {
    expect(driftOf(switchesInDocs(product), switchesInCode())).toEqual([]);
  });

  test('a new variable, another default and a default that is gone are found', () => {
    const seeded = config
      .replace("    PORT: v.optional(port, '4600'),", "    PORT: v.optional(port, '80'),\n    NEW: v.string(),")
      .replace("DIST_DIR: v.optional(path, 'dist')", 'DIST_DIR: v.optional(path)');
    expect(driftOf(settingsInDocs(operating), settingsInCode(seeded))).toEqual([
      'PORT: the document has 4600, the code has 80',
      `NEW: missing in the document, the code has ${REQUIRED}`,
      `DIST_DIR: the document has dist, the code has ${NO_VALUE}`,
    ]);
    const stale = operating.replace(/^\| `SW_OFF`.*\n/m, '| `OLD` | on | - |\n');
    expect(driftOf(settingsInDocs(stale), settingsInCode(config))).toEqual([
      'SW_OFF: missing in the document, the code has off',
      'OLD: only in the document',
    ]);
  });

  test('a switch with another default is found', () => {
    const stale = product.replace(/^(\| `enableLuckyBox` +\| )on /m, '$1off');
    expect(driftOf(switchesInDocs(stale), switchesInCode())).toEqual([
      'enableLuckyBox: the document has off, the code has on',
    ]);
  });
});

const tablesInSchema = (sql: string) =>
  [...sql.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:public\.)?(\w+) \(/gm)].map(([, name = '']) => name);
/** The tables that a file of the server declares, each with its owner: a domain, or a folder of `server/platform/`. */
const tablesInFile = (text: string, file: string): Row[] => {
  const [, domain, folder] = /^server\/(?:domains\/([^/]+)|(platform\/[^/]+))\//.exec(file) ?? [];
  return [...text.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(([, name = '']) => [name, domain ?? folder ?? file]);
};
/** The tables of the schema with their owners. */
const ownersOf = (sql: string, declared: readonly Row[]): Row[] => {
  const owners = new Map(declared);
  return tablesInSchema(sql).map((name) => [name, owners.get(name) ?? 'no owner']);
};
const tablesInDocs = (text: string): Row[] =>
  tableOf(text, 'table', 'owner', 'a row is').map(([name, owner = '']) => [codesOf(name).join(' '), owner]);

describe('tables of the database', () => {
  const [laws, sql] = [textOf('docs/laws.md'), textOf('server/platform/database/schema.sql')];
  const declared = tracked
    .filter((file) => /^server\/.*\.ts$/.test(file))
    .flatMap((file) => tablesInFile(textOf(file), file));

  test('the table of docs/laws.md equals the schema, with the owner and a sentence for each', () => {
    expect(tablesInSchema(sql).length).toBeGreaterThan(50);
    expect(driftOf(tablesInDocs(laws), ownersOf(sql, declared))).toEqual([]);
    expect(driftOf(declared, ownersOf(sql, declared))).toEqual([]);
    const sentences = tableOf(laws, 'table', 'owner', 'a row is').map(([, , sentence]) => sentence);
    expect(sentences.filter((sentence) => !/^[A-Z].{5,100}\.$/.test(sentence ?? ''))).toEqual([]);
  });

  test('a new table, a dropped one and another owner are found', () => {
    const added = `${sql}\nCREATE TABLE added (\n  id text\n);`;
    expect(driftOf(tablesInDocs(laws), ownersOf(added, declared))).toEqual([
      'added: missing in the document, the code has no owner',
    ]);
    const dropped = sql.replace('CREATE TABLE sku_claim (', '');
    expect(driftOf(tablesInDocs(laws), ownersOf(dropped, declared))).toEqual(['sku_claim: only in the document']);
    const moved = tablesInFile("pgTable(\n  'sku_claim', {})", 'server/domains/wallet/tables.ts');
    expect(driftOf(tablesInDocs(laws), ownersOf(sql, [...declared, ...moved]))).toEqual([
      'sku_claim: the document has payments, the code has wallet',
    ]);
  });
});

/** The values of all constants with a name; two modules may have the same name. */
type Constants = ReadonlyMap<string, ReadonlySet<string>>;
const NUMBER = String.raw`\d[\d.,]*(?<![.,])`;
const NAME = '`([A-Z][A-Z0-9_]+)`';
/** `NAME` = 1,200 and `NAME` (1,200). */
const NAME_FIRST = new RegExp(String.raw`${NAME}\s+(?:=\s*|\()(${NUMBER}(?:, ${NUMBER})*)`, 'g');
/** 1,200 (`NAME`) and 14 days (`NAME`). */
const VALUE_FIRST = new RegExp(String.raw`(${NUMBER})(?: [a-z%]+)?\s+\(${NAME}\)`, 'g');
const withoutCommas = (value: string) => value.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');

/** The rows of the tables of constants, one table under a heading. */
const constantTables = (text: string): Row[] =>
  text
    .split(/^#+ /m)
    .flatMap((chapter) => tableOf(chapter, 'constant', 'value'))
    .map(([name, value = '']) => [codesOf(name).join(' '), withoutCommas(value)]);
/** The constants that a document quotes with a value, in a sentence or in a table. */
const quotedIn = (text: string): Row[] => [
  ...[...text.matchAll(NAME_FIRST)].map(([, name = '', value = '']): Row => [name, withoutCommas(value)]),
  ...[...text.matchAll(VALUE_FIRST)].map(([, value = '', name = '']): Row => [name, withoutCommas(value)]),
  ...constantTables(text),
];

/** The quoted constants that have another value, or that do not exist. Environment variables are none. */
const staleIn = (text: string, constants: Constants): string[] =>
  quotedIn(text)
    .filter(([name]) => !SETTINGS.has(name))
    .flatMap(([name, value]) => {
      const values = constants.get(name);
      if (values === undefined) return [`${name}: no such constant`];
      return values.has(value) ? [] : [`${name}: the document has ${value}, the code has ${[...values].join(' or ')}`];
    });

/** The names in capitals, such as `MAX_BYTES`, that a document has and no source. */
const namesGone = (text: string, words: ReadonlySet<string>): string[] =>
  [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !words.has(name));

describe('constants', () => {
  const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
  const values = new Map<string, Set<string>>();
  beforeAll(async () => {
    const files = tracked.filter((file) => /^contract\/.*rules\.ts$|^server\/.*\/bounds\.ts$/.test(file));
    for (const file of files) {
      const exported = (await import(/* @vite-ignore */ `${ROOT}${file}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(exported)) {
        values.set(
          name,
          (values.get(name) ?? new Set<string>()).add(Array.isArray(value) ? value.join(', ') : String(value)),
        );
      }
    }
  });

  test('every constant that a document quotes with a value has that value', () => {
    expect(values.size).toBeGreaterThan(200);
    expect(documents.flatMap((file) => staleIn(textOf(file), values).map((found) => `${file}: ${found}`))).toEqual([]);
  });

  test('the tables of docs/product.md quote constants', () => {
    expect(quotedIn(textOf('docs/product.md')).length).toBeGreaterThan(40);
  });

  test('every name in capitals exists in a source', () => {
    const sources = tracked.filter((file) => /\.(ts|tsx|mjs|lua|sh|yml)$/.test(file) && file !== OWN);
    const words = new Set(sources.flatMap((file) => textOf(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []));
    expect(documents.flatMap((file) => namesGone(textOf(file), words).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  test.each([
    'at most `REFUND_WITHIN_DAYS` (15)',
    '`REFUND_WITHIN_DAYS` = 15',
    'within 15 days (`REFUND_WITHIN_DAYS`).',
    'above 15 (`REFUND_WITHIN_DAYS`)',
    '| constant | value |\n| - | - |\n| `REFUND_WITHIN_DAYS` | 15 |',
    '`NO_SUCH_CONSTANT` (1)',
  ])('the text %j is stale', (text) => {
    expect(staleIn(text, values)).toHaveLength(1);
  });

  test.each([
    'at most `REFUND_WITHIN_DAYS` (14).',
    '`REQUESTS_PER_MINUTE` = 1,200, and more',
    '`COIN_TIERS` (3,000, 700, 300)',
    'within 14 days (`REFUND_WITHIN_DAYS`)',
    '`DATA_DIR` (0600)',
    '`REFUND_WITHIN_DAYS` of a purchase',
  ])('the text %j is not stale', (text) => {
    expect(staleIn(text, values)).toEqual([]);
  });

  test('a name in capitals that no source has is found', () => {
    expect(namesGone('`MAX_BYTES` and `GONE_BYTES`, `npm`, `GET`', new Set(['MAX_BYTES']))).toEqual(['GONE_BYTES']);
  });
});
