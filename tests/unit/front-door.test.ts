import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');

const foldersOf = (folder: string) =>
  readdirSync(`${ROOT}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Rows of a table of the README whose first cell links to a folder of `folder`, with their sentence. */
const rowsOf = (readme: string, folder: string) =>
  [...readme.matchAll(/^\| \[([\w-]+)\]\(([\w/-]+?)\/?\) +\| +(.*?) +\|$/gm)].flatMap(
    ([, name = '', path, does = '']) => (path === `${folder}/${name}` ? [{ name, does }] : []),
  );

/** Tracked folders, so that builds, packages and stored data do not count. */
const topLevelFolders = [
  ...new Set(
    execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file.includes('/'))
      .map((file) => file.slice(0, file.indexOf('/'))),
  ),
];

describe('the README', () => {
  test.each(['server/domains', 'server/platform'])('has one row for each folder of %s', (folder) => {
    const rows = rowsOf(README, folder);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(foldersOf(folder));
    expect(rows.filter(({ does }) => does.length < 10)).toEqual([]);
  });

  test('names every top-level folder', () => {
    expect(topLevelFolders.length).toBeGreaterThan(8);
    expect(topLevelFolders.filter((folder) => !README.includes(`\`${folder}/\``))).toEqual([]);
  });
});

test('a row that links to another folder than it names is not counted', () => {
  const table = '| [calls](server/domains/calls/) | runs calls |\n| [chat](server/domains/calls/) | archives |';
  expect(rowsOf(table, 'server/domains')).toEqual([{ name: 'calls', does: 'runs calls' }]);
});
