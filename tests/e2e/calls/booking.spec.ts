import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { DAY_MS } from '../../../contract/durations.ts';
import { localValueOf } from '../../../src/features/calls/bookings/appointment.ts';
import { signIn, test } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { query } from '../pages/database.ts';
import { HOST, VIEWER } from './two-people.ts';

test('a viewer books a call, the host accepts it, its calendar file has the time, and a cancellation returns all gems', {
  tag: '@phone',
}, async ({ openBrowser, product }) => {
  const gems = async () => {
    const [row] = await query(product, `select amount from wallet where uid = $1 and currency = 'gems'`, [VIEWER]);
    return Number(row?.['amount']);
  };
  const [viewer, host] = [await firstTab(await openBrowser()), await firstTab(await openBrowser())];
  await Promise.all([signIn(viewer, VIEWER), signIn(host, HOST, '/callrecord')]);
  const before = await gems();
  const startsAt = new Date(Date.now() + 2 * DAY_MS).setHours(18, 30, 0, 0);

  await viewer.goto(`/anchorprofile?uid=${HOST}`);
  await viewer.getByRole('button', { name: 'Book a call' }).click();
  const sheet = viewer.getByRole('dialog', { name: /^Book a call with / });
  await sheet.getByLabel('Date and time').fill(localValueOf(startsAt));
  await sheet.getByRole('radio', { name: /^10 min/ }).check();
  await sheet.getByRole('button', { name: /^Request call for / }).click();
  await viewer.getByText(/^Your request was sent to /).waitFor();
  expect(await gems()).toBeLessThan(before);

  const [own, theirs] = [viewer, host].map((page) => page.getByRole('region', { name: 'Booked calls' }));
  if (!own || !theirs) throw new Error('Each of the two has a page');
  await viewer.goto('/callrecord');
  await expect(own).toContainText('Waiting for an answer until');
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(own).toContainText('Accepted');

  const [file] = await Promise.all([
    viewer.waitForEvent('download'),
    own.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  const time = new Date(startsAt).toISOString().replace(/[-:]|\.\d+/g, '');
  expect(await readFile(await file.path(), 'utf8')).toContain(`DTSTART:${time}\r\n`);

  await own.getByRole('button', { name: 'Cancel booking' }).click();
  const question = viewer.getByRole('alertdialog', { name: 'Cancel this booked call?' });
  await expect(question).toContainText('All gems on hold are returned.');
  await question.getByRole('button', { name: 'Cancel booking' }).click();
  for (const booking of [own, theirs]) await expect(booking).toContainText('Cancelled by the viewer');
  expect(await gems()).toBe(before);
});
