import type { Act } from './act.ts';
import { ACCOUNT_ACTS } from './acts/accounts.ts';
import { BOOKING_ACTS } from './acts/bookings.ts';
import { HOST_ACTS } from './acts/hosts.ts';
import { LEDGER_ACTS } from './acts/ledger.ts';
import { OFFICIAL_ACTS } from './acts/official.ts';
import { OPERATOR_ACTS } from './acts/operators.ts';
import { ORDER_ACTS } from './acts/orders.ts';
import { PAYOUT_ACTS } from './acts/payouts.ts';
import { PERSON_ACTS } from './acts/person.ts';
import { PRICE_ACTS } from './acts/prices.ts';
import { REPORT_ACTS } from './acts/reports.ts';
import { SETTING_ACTS } from './acts/settings.ts';

/** All actions of the operator in the groups that the page shows. */
export const ACT_GROUPS: readonly { readonly title: string; readonly acts: readonly Act[] }[] = [
  { title: 'Reports', acts: REPORT_ACTS },
  { title: 'People', acts: [...PERSON_ACTS, ...ACCOUNT_ACTS] },
  { title: 'Hosts', acts: HOST_ACTS },
  { title: 'Booked calls', acts: BOOKING_ACTS },
  { title: 'Payouts', acts: PAYOUT_ACTS },
  { title: 'Orders and refunds', acts: ORDER_ACTS },
  { title: 'Prices', acts: PRICE_ACTS },
  { title: 'Ledger', acts: LEDGER_ACTS },
  { title: 'Questions, messages and maintenance', acts: OFFICIAL_ACTS },
  { title: 'Switches', acts: SETTING_ACTS },
  { title: 'Operators', acts: OPERATOR_ACTS },
];

/** All actions of the operator, each a command too; the page offers those of `PAGE_ACTS`. */
export const ACTS: readonly Act[] = ACT_GROUPS.flatMap(({ acts }) => acts);

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
