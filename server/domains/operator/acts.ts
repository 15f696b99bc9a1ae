import type { Act } from './act.ts';
import { ACCOUNT_ACTS } from './acts/accounts.ts';
import { HOST_ACTS } from './acts/hosts.ts';
import { OFFICIAL_ACTS } from './acts/official.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { PAYOUT_ACTS } from './acts/payouts.ts';
import { PERSON_ACTS } from './acts/person.ts';
import { REPORT_ACTS } from './acts/reports.ts';

/** All actions of the operator on the command line; the page offers those of `PAGE_ACTS`. Commands about payments are in tools/operator. */
export const ACTS: readonly Act[] = [
  ...REPORT_ACTS,
  ...PERSON_ACTS,
  ...ACCOUNT_ACTS,
  ...HOST_ACTS,
  ...PAYOUT_ACTS,
  ...OFFICIAL_ACTS,
  ...OPERATOR_ACTS,
];

/** Finds the action that a command line names, by its first two words or its first, and the remaining words; undefined if there is none. */
export function findAct(words: readonly string[]): { readonly row: Act; readonly rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const row = ACTS.find((act) => act.name === name);
    if (row) return { row, rest: words.slice(length) };
  }
  return undefined;
}

/** Name of an action in the page's URLs, with dashes instead of spaces. */
export const slugOf = ({ name }: Pick<Act, 'name'>): string => name.replaceAll(' ', '-');
