import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { failuresList, readPlaywrightTimes, readVitestTimes, timesTable } from '../../../../tools/test/test-times.ts';

const vitest = {
  testResults: [
    {
      name: resolve('tests/unit/a.test.ts'),
      assertionResults: [{ fullName: 'quick', duration: 3 }, { fullName: 'left out' }],
    },
  ],
};
const spec = (title: string, duration: number) => ({
  title,
  file: 'e2e/pages/people/wall.spec.ts',
  tests: [{ projectName: 'phone', results: [{ duration }] }],
});
const playwright = { suites: [{ specs: [spec('slow', 90_000)], suites: [{ specs: [spec('inner', 30_000)] }] }] };

test('tests are found at any depth of suites, each with its duration', () => {
  expect(readVitestTimes(vitest)).toEqual([
    { file: 'tests/unit/a.test.ts', title: 'quick', ms: 3 },
    { file: 'tests/unit/a.test.ts', title: 'left out', ms: 0 },
  ]);
  expect(readPlaywrightTimes(playwright)).toEqual([
    { file: 'tests/e2e/pages/people/wall.spec.ts', title: 'slow (phone)', ms: 90_000 },
    { file: 'tests/e2e/pages/people/wall.spec.ts', title: 'inner (phone)', ms: 30_000 },
  ]);
});

test('a run lists its slowest steps, folders and tests', () => {
  const many = Array.from({ length: 25 }, (_, index) => ({
    file: 'tests/unit/b.test.ts',
    title: `${index}`,
    ms: index,
  }));
  const steps = [
    { name: 'vitest', ms: 60_000, busy: 0.5, failed: 0, tests: [...readVitestTimes(vitest), ...many] },
    { name: 'e2e', ms: 90_000, busy: 1, failed: 0, tests: readPlaywrightTimes(playwright) },
  ];
  const lines = timesTable(steps, 120_000)
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '));
  expect(lines.slice(0, 7)).toEqual([
    'minutes by step, and how busy the processors were',
    '1.0 50 % vitest',
    '1.5 100 % e2e',
    '2.0 whole run',
    'minutes of tests by folder, those beside each other counted one by one',
    '2.0 tests/e2e/pages/people',
    '0.0 tests/unit',
  ]);
  expect(lines[7]).toBe('seconds of the 20 slowest tests');
  expect(lines[8]).toBe('90.0 tests/e2e/pages/people/wall.spec.ts: slow (phone)');
  expect(lines).toHaveLength(8 + 20);
});

test('failures are listed at the end, with the start of their messages and the source line of a timeout', () => {
  const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
  const assertionResults = [
    { fullName: 'good', duration: 1, status: 'passed', failureMessages: [] },
    { fullName: 'bad', duration: 1, status: 'failed', failureMessages: [`${red('Error: 2 is not 1')}\n    at here`] },
  ];
  const errors = [
    { message: red('Test timeout of 5ms exceeded.') },
    {
      message: 'Error: nothing to press\n\nCall log:\n  - waiting\n  - still waiting',
      location: { file: resolve('tests/e2e/pages/people/wall.spec.ts'), line: 7, column: 3 },
    },
  ];
  const tests = [{ projectName: 'phone', status: 'unexpected', results: [{ duration: 5, errors }] }];
  const ofVitest = readVitestTimes({ testResults: [{ name: resolve('tests/unit/a.test.ts'), assertionResults }] });
  const ofPlaywright = readPlaywrightTimes({ suites: [{ specs: [{ ...spec('stuck', 5), tests }] }] });
  const steps = [
    { name: 'biome', ms: 1, busy: 1, failed: 1, tests: [] },
    { name: 'vitest', ms: 1, busy: 1, failed: 2, tests: ofVitest },
    { name: 'e2e', ms: 1, busy: 1, failed: 1, tests: ofPlaywright },
  ];
  expect(failuresList(steps)?.split('\n')).toEqual([
    'failed',
    '  biome: 1 outside of tests',
    '  tests/unit/a.test.ts: bad',
    '      Error: 2 is not 1',
    '      at here',
    '  vitest: 1 outside of tests',
    '  tests/e2e/pages/people/wall.spec.ts: stuck (phone)',
    '      Test timeout of 5ms exceeded.',
    '      Error: nothing to press',
    '      Call log:',
    '      - waiting',
    '      at tests/e2e/pages/people/wall.spec.ts:7',
  ]);
  expect(failuresList([{ name: 'vitest', ms: 1, busy: 1, failed: 0, tests: readVitestTimes(vitest) }])).toBeUndefined();
});
