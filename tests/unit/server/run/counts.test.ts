import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measure, table } from '../../../../tools/test/bench-report.ts';
import {
  addCounts,
  closingLine,
  countRun,
  readPlaywrightReport,
  readVitestReport,
} from '../../../../tools/test/test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemcall-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = (passed: number, failed: number, testResults: unknown[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults,
});
const playwright = (expected: number, unexpected: number, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky: 0, skipped: 0 },
  errors,
});

test('the counts of all runners are summed in one line', () => {
  const total = addCounts(
    countRun(0, report(vitest(10, 0)), readVitestReport),
    countRun(1, report(playwright(4, 2)), readPlaywrightReport),
  );
  expect(closingLine(total)).toBe('14 passed, 2 failed, 1 skipped');
});

test.each([
  ['ran no test', 0, vitest(0, 0)],
  ['ended badly without a failed test', 1, vitest(5, 0)],
  ['could not load a file', 1, vitest(5, 0, [{ status: 'failed', assertionResults: [] }])],
])('a run that %s is a failure', (_what, code, content) => {
  expect(countRun(code, report(content), readVitestReport).failed).toBe(1);
});

test('a browser run that could not load a file is a failure', () => {
  expect(countRun(1, report(playwright(0, 0, [{ message: 'broken' }])), readPlaywrightReport).failed).toBe(1);
});

test('a runner that left no report is a failure', () => {
  expect(countRun(0, join(folder, 'missing.json'), readVitestReport).failed).toBe(1);
});

test('a bench shows its median beside its target and its floor, and one that throws does not stop the others', async () => {
  const values = [5, 1, 3];
  const rows = [
    await measure({ name: 'good', unit: 'ms', aim: 4, floor: 'least', runs: 3, run: async () => values.shift() ?? 0 }),
    await measure({ name: 'least', unit: 'ms', runs: 1, run: async () => 2 }),
    await measure({ name: 'broken', unit: 'ms', run: () => Promise.reject(new Error('no browser')) }),
  ];
  expect(table(rows)).toMatch(/good +3\.00 ms +1\.00 - 5\.00 +4 +0\.75 +1\.50/);
  expect(table(rows)).toContain('failed: no browser');
});
