import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Numbers of passed, failed and skipped tests of one or more steps. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** Counts of a check (linter, compiler, build) that passed; it counts as one test. */
export const CHECK_PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
/** Counts of a check that failed, and of a step that threw or wrote no report; it counts as one test. */
export const CHECK_FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Sums the counts of two steps. */
export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

/** Counts the tests of vitest's JSON report, for `countRun`. A file that failed to load contains no failed test, so it counts as one. */
export function readVitestReport(report: unknown): Counts {
  const read = v.parse(vitestReport, report);
  const broken = read.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + broken.length,
    skipped: read.numPendingTests + read.numTodoTests,
  };
}

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  errors: v.array(v.unknown()),
});

/**
 * Counts the tests of Playwright's JSON report, for `countRun`; flaky ones failed. Errors outside of tests (a file that failed to load)
 * count as one failure each.
 */
export function readPlaywrightReport(report: unknown): Counts {
  const { stats, errors } = v.parse(playwrightReport, report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * Counts of a test run by its exit code and report. No tests, no report, or an error code without a failed test counts as a failure, so
 * that a run that tested nothing does not pass.
 */
export function countRun(code: number, reportFile: string, read: (report: unknown) => Counts): Counts {
  const counts = existsSync(reportFile) ? read(JSON.parse(readFileSync(reportFile, 'utf8'))) : CHECK_FAILED;
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) return { ...counts, failed: 1 };
  return counts;
}

/** The summary that `npm test` prints as its last line. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
