import { expect, test } from 'vitest';
import { byPlace, usageOf } from '../../../../server/domains/operator/act.ts';
import { ACTS, findAct, slugOf } from '../../../../server/domains/operator/acts.ts';
import { LISTS } from '../../../../tools/operator/operator-lists.ts';

const [FROM, UNTIL] = ['2099-12-01T14:00Z', '2099-12-01T15:00+00:00'];

const read = (...words: string[]) => {
  const found = findAct(words);
  const given = found && byPlace(found.row, found.rest);
  return given && found.row.read(given);
};

test('an incomplete command is refused with the name of the invalid field', () => {
  for (const [words, why] of [
    [['official'], 'To is missing'],
    [['official', 'all'], 'Words is missing'],
    [['official', 'all', ' '], 'Words is missing'],
    [['official', '0', 'hi'], 'To: is neither'],
    [['official', 'u_5', 'hi'], 'To: is neither'],
    [['official', '5', 'x'.repeat(4_001)], 'Words: must have 1 to 4000 characters'],
    [['official', '5', 'a\u0000b'], 'Words: holds a character that is no text'],
    [['answer', '5', 'Ina'], 'Words is missing'],
    [['close', 'r1', 'maybe'], 'Outcome: must be one of acted, not'],
    [['close', '', 'acted'], 'Report is missing'],
    [['maintenance', FROM], 'Until is missing'],
    [['maintenance', 'tomorrow', UNTIL], 'From: is not a time'],
    [['maintenance', FROM, '2099-12-01'], 'Until: is not a time'],
    [['maintenance', '2099-13-01T14:00Z', UNTIL], 'From: is not a time'],
    [['maintenance', 'on', '0'], 'Minutes: must be 1 to 1440'],
    [['maintenance', 'on', '1441'], 'Minutes: must be 1 to 1440'],
    [['lock', '5'], 'What is missing'],
    [['lock', '5', 'money', '-1'], 'Hours: must be'],
    [['revoke', '5', "' or true"], 'Session: is not a session'],
    [['person', '1e3'], 'Account: is not the number'],
    [['operator', 'add', 'Ina'], 'Name: must be'],
  ] as const)
    expect(() => read(...words), words.join(' ')).toThrow(why);
});

test('too many arguments or an unknown argument are refused', () => {
  for (const words of [
    ['official', '5', 'hi', 'more'],
    ['maintenance', 'off', 'now'],
    ['delete', '5', '6'],
    ['drop'],
    [],
  ])
    expect(read(...words)).toBeUndefined();
});

test('a complete command returns its log entry', () => {
  expect(read('official', 'all', ' hi ')?.what).toEqual({ to: 'all', text: 'hi' });
  expect(read('answer', '5', 'Ina', 'hi')?.what).toEqual({ to: 5, by: 'Ina', text: 'hi' });
  expect(read('close', 'r1', 'not')?.what).toEqual({ ticket: 'r1', outcome: 'not' });
  expect(read('close', 'r1', 'acted', '', 'stop it')?.what).toEqual({
    ticket: 'r1',
    outcome: 'acted',
    reported: 'stop it',
  });
  expect(read('maintenance', FROM, UNTIL)?.what).toEqual({ from: new Date(FROM), until: new Date(UNTIL) });
  expect(read('maintenance', 'off')).toMatchObject({ name: 'maintenance off', what: {} });
});

test('each command has a unique name and address, a label for each field, and a description', () => {
  for (const key of [({ name }: { name: string }) => name, slugOf])
    expect(new Set(ACTS.map(key)).size).toBe(ACTS.length);
  for (const row of ACTS) {
    expect(row.about).toMatch(/\.$/);
    expect(Object.values(row.fields).every(({ label }) => label !== '')).toBe(true);
    expect(findAct(row.name.split(' '))?.row).toBe(row);
    // The operator page uses these names for fields of its own.
    expect(Object.keys(row.fields)).not.toContain('reason');
    expect(Object.keys(row.fields)).not.toContain('form');
  }
  expect(ACTS.map(usageOf)).toContain('close <ticket> <acted|not> [reporter] [reported]');
});

/** Commands that the page does not offer as actions, and why. */
const NOT_ON_THE_PAGE: Readonly<Record<string, string>> = {
  support: 'a section of the overview',
  reports: 'a section of the overview',
  log: 'a page of its own',
  media: 'asks the store of the media for every file, after a restore',
  'operator add': 'an operator who made a second account would be two persons',
  'operator account': 'lifts that no operator decides on the own payout',
  'operator reset': 'shows the password of another operator',
  'operator remove': 'removes the operators who could undo it',
};

test('the page does all that the commands do, except those that would make one operator two persons', () => {
  const commands = [...ACTS.map(({ name }) => name), ...Object.keys(LISTS)];
  const onPage = new Set(ACTS.filter(({ where }) => where === 'everywhere').map(({ name }) => name));
  expect(commands.filter((name) => !onPage.has(name)).toSorted()).toEqual(Object.keys(NOT_ON_THE_PAGE).toSorted());
});

test('a list has no fields, because it is opened by its address', () => {
  expect(ACTS.filter(({ kind, fields }) => kind === 'list' && Object.keys(fields).length > 0)).toEqual([]);
});
