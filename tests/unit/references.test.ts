import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Comments and documents name other places: `product 4.2`, `law 3`, `trap 7`, `wire 3.2`, `threats: nick spoofing`,
 * `decisions: token life`, files, folders and npm scripts. Each of them must exist.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['contract', 'worker', 'src', 'sw', 'server', 'demo', 'tools', 'tests', 'docs', 'public'];
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

const paths = [
  ...readdirSync(ROOT),
  ...ROOMS.flatMap((room) => [
    room,
    ...readdirSync(`${ROOT}${room}`, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  ]),
];
const known = new Set(paths);
const isDocument = (file: string) => file.endsWith('.md');
const sources = paths.filter((file) => /\.(ts|tsx|mjs|lua|md)$/.test(file) && !file.startsWith('.'));

/** The numbers of a document's headings: `## 4. States` and `### 4.2 Delivery`. */
const numbersOf = (document: string) =>
  new Set([...textOf(`docs/${document}.md`).matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number));
/** The first column of a document's tables. */
const namesOf = (document: string) =>
  [...textOf(`docs/${document}.md`).matchAll(/^\| ([\w' -]+?) +\|/gm)].map(([, name = '']) => name);

const NUMBERED = {
  product: numbersOf('product'),
  wire: numbersOf('wire'),
  law: numbersOf('laws'),
  trap: numbersOf('traps'),
};
const NAMED = { threats: namesOf('threats'), decisions: namesOf('decisions') };
const SCRIPTS = new Set(Object.keys((JSON.parse(textOf('package.json')) as { scripts: object }).scripts));

const BLOCK = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\//gm;
const LINE = /(?<=^|\s)\/\/.*$/gm;
/** The comments of a file, each group of lines as one text. For a document, all text outside its code blocks. */
function commentsOf(text: string, file: string): string {
  if (isDocument(file)) return text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const found = file.endsWith('.lua')
    ? (text.match(/--.*$/gm) ?? [])
    : [...(text.match(BLOCK) ?? []), ...(text.replaceAll(BLOCK, '').match(LINE) ?? [])];
  return found.join('\n').replaceAll(/\n\s*(?:\*(?!\/)|\/\/|--)? */g, ' ');
}

const deadNumbers = (text: string) =>
  [...text.matchAll(/\b(product|wire|law|trap)s? (\d+(?:\.\d+)?)(?:(?:,| to| and| or) (\d+(?:\.\d+)?))?/gi)].flatMap(
    ([cited, name = '', first = '', second]) => {
      const numbers = NUMBERED[name.toLowerCase() as keyof typeof NUMBERED];
      return [first, second ?? first].every((number) => numbers.has(number)) ? [] : [cited];
    },
  );

const deadNames = (comments: string) =>
  [...comments.matchAll(/\b(threats|decisions): ([\w' -]+)/g)]
    .filter(([, document = '', rest = '']) => {
      const names = NAMED[document as keyof typeof NAMED];
      return !names.some((name) => rest === name || rest.startsWith(`${name} `));
    })
    .map(([cited]) => cited);

/** Citations that name no document. Sections of a standard may be cited after its name. */
const strangers = (comments: string) => [
  ...[...comments.matchAll(/(.{0,40})\b(sections? \d[\d.]*)/gi)]
    .filter(([, before = '']) => !/(RFC|ISO\/IEC|XEP|XML|W3C)[^()]*$/.test(before))
    .map(([, , cited = '']) => cited),
  ...(comments.match(/\bissue #?\d+|\bthe spec(ification)?\b/gi) ?? []),
];

const ENDING = /\.(?:tsx?|mjs|lua|md|json|sql|html|xml|spec|webp|png|svg)$/;
const isRoomPath = (token: string) => ROOMS.some((room) => token.startsWith(`${room}/`));
/** True for generated files, dependencies and URLs. */
const isOutside = (token: string) =>
  /^(\.data|\.test-results|\.build\.json|\.package-lock\.json|node_modules|dist|https?:)/.test(token);

/**
 * Path candidates: a name with an extension in backticks or brackets, one with folders anywhere, and any token that starts
 * like a room.
 */
function namedPaths(comments: string): string[] {
  const quoted = [...comments.matchAll(/`([^`\s]+)`/g)].map(([, token = '']) => token);
  const bracketed = [...comments.matchAll(/\(([^()]*)\)/g)].flatMap(([, inside = '']) => inside.split(/[\s,;`]+/));
  const bare = comments.match(/(?<![\w`/@.#<>-])[\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|lua|md)\b/g) ?? [];
  return [...new Set([...quoted, ...bracketed, ...bare])]
    .map((token) => token.replace(/[#?].*$/, '').replace(/[.:]+$/, ''))
    .filter((token) => !isOutside(token) && /^[\w@./<>*{},-]+$/.test(token) && !token.startsWith('/'))
    .filter((token) => (ENDING.test(token) && /\w\.\w/.test(token)) || isRoomPath(token));
}

/** `contract/*` and `locales/<lng>` stand for any name, `{a,b}` for each of them. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`).replaceAll(/<[^>]*>|\*+/g, '[^/]*');
  return new RegExp(`^${escaped.replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)}$`);
}

const isThere = (path: string) =>
  /[<*{]/.test(path)
    ? paths.some((file) => patternOf(path).test(file))
    : ['', '.ts', '.tsx'].some((ending) => known.has(`${path}${ending}`)) || existsSync(`${ROOT}${path}`);

/** A path may be relative to the root or to any parent folder of the citing file. */
function leadsSomewhere(token: string, file: string): boolean {
  const path = token.replace(/\/$/, '');
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    if (isThere(posix.normalize(posix.join(folder, path)))) return true;
    if (folder === '.') return false;
  }
}

const LINK = /\]\(([^)#\s]+)[^)]*\)/g;

const deadPaths = (comments: string, file: string) =>
  namedPaths(comments.replaceAll(LINK, '](')).filter((token) => !leadsSomewhere(token, file));

const deadLinks = (text: string, file: string) =>
  isDocument(file)
    ? [...text.matchAll(LINK)]
        .map(([, target = '']) => target)
        .filter((target) => !isOutside(target) && !isThere(posix.normalize(posix.join(posix.dirname(file), target))))
    : [];

const deadScripts = (comments: string) =>
  [...comments.matchAll(/\bnpm run ([\w-]+)/g)].filter(([, name = '']) => !SCRIPTS.has(name)).map(([cited]) => cited);

function deadIn(text: string, file: string): string[] {
  const comments = commentsOf(text, file);
  return [
    // Test titles are checked too.
    ...deadNumbers(isDocument(file) ? comments : text),
    ...deadNames(comments),
    ...strangers(comments),
    ...deadPaths(comments, file),
    ...deadLinks(text, file),
    ...deadScripts(comments),
  ].map((cited) => `${file}: ${cited}`);
}

test('every citation in comments and documents exists', () => {
  const own = 'tests/unit/references.test.ts';
  expect(sources.filter((file) => file !== own).flatMap((file) => deadIn(textOf(file), file))).toEqual([]);
});

test('the documents define every number that can be cited', () => {
  for (const numbers of Object.values(NUMBERED)) expect(numbers.size).toBeGreaterThanOrEqual(10);
  for (const names of Object.values(NAMED)) expect(names.length).toBeGreaterThan(20);
});

test('the README is short', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

describe('findings of the citation check', () => {
  test.each([
    '/** What it does (product 4.99). */',
    '/** What it does (product 44). */',
    '// law 11',
    '// laws 8 to 12',
    '// as trap 99 says',
    '/**\n * wire\n * 9.9\n */\n// wire 9.9',
    '// (threats: nobody there)',
    '// (decisions: nothing decided)',
    '/** Section 4, call status. */',
    '/** What section 5\n * says. */',
    '// done for issue 7',
    '// what the specification says',
    '// see `server/domains/calls/nowhere.ts`',
    '// see `nowhere.ts` beside it',
    '// as it is told (edge/nowhere.ts)',
    '// all of `server/nowhere/`',
    '// all of `contract/*/nowhere.ts`',
    '// `npm run nowhere`',
    "test('a citation that does not exist (product 99)', () => {});",
  ])('the text %j has a citation that does not exist', (text) => {
    expect(deadIn(text, 'server/domains/calls/hub/hub.ts')).toHaveLength(1);
  });

  test.each([
    '/** What it does (product 4.2). */',
    '// laws 8 to 10',
    '// trap 7',
    '// wire 3.2, step 7',
    '// (threats: nick spoofing)',
    '// (decisions: token life) and more',
    '// RFC 6184, section 8.1',
    '/** (RFC 6455,\n * section 5.5.3) */',
    '// see `server/domains/calls/call-context.ts`',
    '// see `call-context.ts` beside it',
    '// as it is told (hub/hub.ts)',
    '// all of `server/domains/calls/` and of `contract/*/rules.ts`',
    '// `npm run bench`',
    "const law = 'section 4 of something';",
  ])('every citation of %j exists', (text) => {
    expect(deadIn(text, 'server/domains/calls/hub/hub.ts')).toEqual([]);
  });

  test('a dead link in a document is found', () => {
    expect(deadIn('[laws](laws.md) [none](none.md)', 'docs/product.md')).toEqual(['docs/product.md: none.md']);
  });
});
