import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OWN = 'tests/unit/vocabulary.test.ts';

/** Private words in names, with the terms to use instead. The number of names that still have them may only fall. */
const BANNED_STEMS: readonly (readonly [stem: RegExp, instead: string])[] = [
  [/keep|kept/i, 'store, save, cache, buffer, archive, retain, supervise'],
  [/look(?!up)/i, 'theme, lookup, visibility, activity, check, poll'],
  [/^told|Told|^tell|Tell/, 'shown, notified, announced, enqueued'],
  [/said|^say|heard|hear(?!t)/i, 'service message, text, event, response'],
  [/\btill|bell|shelf|errand|deed|purse|workshop/i, 'payment deps, webhook, cache, action, budget'],
  [/begun|taken/i, 'started, accepted'],
  [/nobody|somebody|whoever/i, 'user, caller, client, process'],
];
/** Names with a banned stem that are fixed by docs/product.md, a wire format, a database column or a standard. */
const FIXED =
  /^(KEEP_DAYS|KEEP_APP|KEEP_ALIVE_SPARE_MS|.*_KEPT_(DAYS|MS|HOURS|MINUTES|MAX|MAX_CHARS|EDGE_PX|PER_ACCOUNT|FRAMES_PER_SECOND))$/;
const NAMES_MAX = 0;
const FILES_MAX = 0;

const BANNED_WORDS =
  /\b(nobody|somebody|whoever|anew|in vain|all the same|begun|at nought|once more|as ever|of ours)\b/i;
const COMMENT_WORDS_MAX = 0;
const TITLE_WORDS_MAX = 0;

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.lua'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== OWN);
const textOf = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const isTest = (file: string) => file.startsWith('tests/');
const isProduct = (file: string) => !isTest(file) && /\.tsx?$/.test(file);

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const COMMENT = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;

const exportsOf = (text: string) => [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
const commentsOf = (text: string) =>
  (text.match(COMMENT) ?? []).flatMap((comment) => comment.replaceAll(/`[^`]*`/g, '').split('\n'));
const titlesOf = (text: string) => [...text.matchAll(TITLE)].map(([, , title = '']) => title);

const insteadOf = (name: string) => BANNED_STEMS.find(([stem]) => stem.test(name))?.[1];
const complaint = (where: string, name: string) => {
  const instead = FIXED.test(name) ? undefined : insteadOf(name);
  return instead === undefined ? [] : [`${where}: ${name}; use ${instead}`];
};

test('exported names use the terms of the field', () => {
  const found = sources
    .filter(isProduct)
    .flatMap((file) => exportsOf(textOf(file)).flatMap((name) => complaint(file, name)));
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(NAMES_MAX);
});

test('file names use the terms of the field', () => {
  const found = sources.filter(isProduct).flatMap((file) => complaint(file, posix.parse(file).name));
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(FILES_MAX);
});

test('comments use plain words', () => {
  const found = sources.flatMap((file) =>
    commentsOf(textOf(file))
      .filter((line) => BANNED_WORDS.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(COMMENT_WORDS_MAX);
});

describe('titles of tests', () => {
  const titles = sources.filter(isTest).flatMap((file) => titlesOf(textOf(file)).map((title) => ({ file, title })));

  test('use plain words', () => {
    const found = titles.filter(({ title }) => BANNED_WORDS.test(title)).map(({ file, title }) => `${file}: ${title}`);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(TITLE_WORDS_MAX);
  });

  test('begin with their subject, not with a relative pronoun', () => {
    const found = titles.filter(({ title }) => /^(who|what|whose|whoever|whatever|whom)\b/i.test(title));
    expect(found).toEqual([]);
  });
});

describe('the vocabulary check finds', () => {
  test('a banned stem in an export, with the terms to use', () => {
    const [name = ''] = exportsOf('export async function keepRows() {}');
    expect(complaint('a.ts', name)).toEqual([expect.stringContaining('keepRows; use store')]);
    expect(complaint('a.ts', 'bottomSheet')).toEqual([]);
  });

  test('a banned word in a comment and in a title', () => {
    expect(commentsOf('/** Somebody waits. */\nconst a = 1; // nobody')).toHaveLength(2);
    expect(titlesOf("test('whose turn it is', () => {}); test.each([])('x %s', f)")).toEqual([
      'whose turn it is',
      'x %s',
    ]);
  });
});
