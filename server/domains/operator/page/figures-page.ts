import { decimalOf, type Money } from '../../../../contract/payments/money.ts';
import type { Figures } from '../figures.ts';
import type { SignedInOperator } from '../sign-in.ts';
import { html } from './markup.ts';
import { page } from './views.ts';

const sums = (all: readonly Money[]) =>
  all.length === 0 ? '0' : all.map((sum) => `${decimalOf(sum)} ${sum.currency}`).join(', ');

/** Renders the page of figures: those of the present as a list, those of the last days as a table, with a bar for each number of calls. */
export function figuresPage(operator: SignedInOperator, { online, callsNow, payoutsDue, due, days }: Figures): string {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const rows = days.map(
    ({ day, calls, answered, connected, sales, refunds }) => html`<tr><th scope="row">${day}</th>
<td>${calls} <meter aria-hidden="true" max="${most}" value="${calls}"></meter></td>
<td>${answered === 0 ? 'none answered' : `${Math.round((connected / answered) * 100)} % of ${answered}`}</td>
<td>${sums(sales)}</td><td>${sums(refunds)}</td></tr>`,
  );
  return page(
    'Figures',
    html`<ul class="lines"><li>People online: ${online}</li><li>Calls now: ${callsNow}</li>
<li>Payouts due: ${payoutsDue} (${sums(due)})</li></ul>
<h2>The last ${days.length} days</h2>
<div class="wide" role="region" aria-label="The last ${days.length} days" tabindex="0"><table>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">Calls</th><th scope="col">Answered calls that connected</th>
<th scope="col">Sales</th><th scope="col">Refunded</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="about">Calls count when they begin, sales when they are paid, refunds and lost disputes when they were made.</p>`,
    operator,
  );
}
