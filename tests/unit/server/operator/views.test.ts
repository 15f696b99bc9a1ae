import { expect, test } from 'vitest';
import { findAct } from '../../../../server/domains/operator/acts.ts';
import { oneLine } from '../../../../server/domains/operator/one-line.ts';
import { donePage, overviewPage } from '../../../../server/domains/operator/page/views.ts';

const INA = { name: 'ina', who: 'operator:ina', role: 'admin' } as const;
const TALL = `a${'\u0301'.repeat(40)}b`;
const LOW = `a${'\u0301'.repeat(6)}b`;

test('texts of users have few combining marks when an operator reads them in a result', () => {
  const person = findAct(['person', '5'])?.row;
  if (!person) throw new Error('there is no such action');
  const next = { text: `about: ${TALL}`, next: 'person', given: { uid: '5' } };
  const shown = donePage(INA, person, { lines: [`5 ${TALL}`, next] }, '');
  expect(shown).toContain(`<li>5 ${LOW}</li>`);
  expect(shown).toContain(`about: ${LOW}`);
  expect(shown).not.toContain(TALL);
});

test('texts of users have few combining marks and one line when an operator reads them in a list', () => {
  const none = { applications: [], earlyEnds: [], payouts: [], reports: [], maintenance: [] };
  const words = oneLine(`${TALL}\n forged`);
  expect(overviewPage(INA, { ...none, support: [{ uid: 5, words }] })).toContain(`${LOW} forged`);
});
