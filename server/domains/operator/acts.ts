import type { Act } from './act.ts';
import { ACCOUNT_ACTS } from './acts/accounts.ts';
import { OFFICIAL_ACTS } from './acts/official.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { PERSON_ACTS } from './acts/person.ts';
import { REPORT_ACTS } from './acts/reports.ts';

/** What the command line and the page of the operator share: one row for each. */
export const ACTS: readonly Act[] = [
  ...REPORT_ACTS,
  ...PERSON_ACTS,
  ...ACCOUNT_ACTS,
  ...OFFICIAL_ACTS,
  ...OPERATOR_ACTS,
];

/** The row that the words begin with, the one of most words, and what is left of them. */
export function findAct(words: readonly string[]): { readonly row: Act; readonly rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const row = ACTS.find((one) => one.name === name);
    if (row) return { row, rest: words.slice(length) };
  }
  return undefined;
}

/** How the page names a row in its addresses. */
export const slugOf = ({ name }: Pick<Act, 'name'>): string => name.replaceAll(' ', '-');
