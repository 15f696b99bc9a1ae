import { withFewMarks } from '../../../../contract/text/few-marks.ts';
import { type Act, type Field, type Given, type Line, type Outcome, textOf } from '../act.ts';
import { ACT_GROUPS, ACTS, slugOf } from '../acts.ts';
import { FIGURES, mayRun } from '../roles.ts';
import { IDLE_MINUTES, REASON_MAX_CHARS } from '../rules.ts';
import type { SignedInOperator } from '../sign-in.ts';
import { html, type Markup } from './markup.ts';

/** Path prefix of all routes of the operator page, and path of its cookie. */
export const BASE = '/operator';
/** Seconds until a page reloads itself, shortly after its session has expired, so that no private data stays visible. */
const LEAVE_S = IDLE_MINUTES * 60 + 5;

/** Actions that the operator page offers: all but those for the command line only. */
export const PAGE_ACTS = ACTS.filter(({ where }) => where === 'everywhere');

/**
 * Renders a page as an HTML document. With `operator`, the signed-in operator, it has the navigation, and leaves for the overview when
 * the session has expired. The texts are English only, like those of the commands (docs/decisions.md).
 */
export function page(title: string, body: Markup, operator?: SignedInOperator): string {
  const leaves = html`<meta http-equiv="refresh" content="${LEAVE_S};url=${BASE}">`;
  const head = html`<header><nav aria-label="Operator"><a href="${BASE}">Overview</a>${operator !== undefined && mayRun(operator.role, FIGURES) && html`<a href="${BASE}/figures">Figures</a>`}<a href="${BASE}/log">Log</a></nav>
<nav aria-label="Session"><span>${operator?.who ?? ''}, ${operator?.role ?? ''}</span><form method="post" action="${BASE}/sign-out"><button>Sign out</button></form></nav></header>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${operator !== undefined && leaves}
<title>${title} · gemcall operator</title>
<link rel="stylesheet" href="${BASE}/style.css">
</head>
<body>
${operator !== undefined && head}
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
}

const alert = (wrong: string) => wrong !== '' && html`<p class="wrong" role="alert">${wrong}</p>`;
/**
 * Lines of a result, with few combining marks, because they quote texts of users; those with a next action are linked to it if the operator's
 * role includes it.
 */
const lines = ({ role }: SignedInOperator, said: readonly Line[]) =>
  html`<ul class="lines">${said.map((line) => {
    const text = withFewMarks(textOf(line));
    if (typeof line === 'string') return html`<li>${text}</li>`;
    const row = PAGE_ACTS.find(({ name }) => name === line.next && mayRun(role, name));
    return html`<li>${text}${row !== undefined && html` <a href="${addressOf(row, line.given)}">${row.title}</a>`}</li>`;
  })}</ul>`;
const rows = (all: readonly Markup[], none: string) =>
  all.length === 0 ? html`<p>${none}</p>` : html`<ul class="rows">${all.map((item) => html`<li>${item}</li>`)}</ul>`;

/** A section of the overview; empty when `all` is undefined, because the operator's role does not include it. */
const section = (title: string, all: readonly Markup[] | undefined, none: string) =>
  all === undefined ? html`` : html`<h2>${title}</h2>${rows(all, none)}`;

/** Actions of the page that the operator's role includes. */
const actsOf = ({ role }: SignedInOperator) => PAGE_ACTS.filter(({ name }) => mayRun(role, name));

/** Renders the sign-in form, also for a request without a session; `wrong`: why the last attempt was refused. */
export const signInPage = (wrong = ''): string =>
  page(
    'Sign in',
    html`${alert(wrong)}<form method="post" action="${BASE}/sign-in">
<p class="field"><label for="name">Name</label><input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p class="field"><label for="code">Code</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="code-hint" required>
<span class="hint" id="code-hint">Six digits from your authenticator app. Each code works once.</span></p>
<button class="main">Sign in</button></form>
<p class="about">You are signed out after ${IDLE_MINUTES} minutes without an action.</p>`,
  );

/** Renders an error page, such as for an unknown address; `operator`: the signed-in operator, if there is one. */
export const faultPage = (title: string, wrong: string, operator?: SignedInOperator): string =>
  page(title, html`${alert(wrong)}<p><a href="${BASE}">Overview</a></p>`, operator);

const addressOf = (row: Act, given: Given = {}): string => {
  const query = new URLSearchParams(given).toString();
  return `${BASE}/do/${slugOf(row)}${query === '' ? '' : `?${query}`}`;
};
const linkTo = (name: string, given: Given, words: string) => {
  const row = PAGE_ACTS.find((act) => act.name === name);
  return row ? html`<a href="${addressOf(row, given)}">${words}</a>` : html``;
};

/**
 * Contents of the overview page, the start page after the sign-in; each `words` is one row of text. Undefined: the operator's role does not
 * include the section.
 */
export type Overview = {
  readonly applications: readonly { readonly uid: number; readonly words: string }[] | undefined;
  /** Hosts whose calls end too soon (server/domains/calls/early-ends.ts). */
  readonly earlyEnds: readonly { readonly uid: number; readonly words: string }[] | undefined;
  readonly payouts: readonly { readonly id: string; readonly words: string }[] | undefined;
  readonly reports: readonly { readonly ticket: string; readonly words: string }[] | undefined;
  readonly support: readonly { readonly uid: number; readonly words: string }[] | undefined;
  readonly maintenance: readonly string[];
};

/**
 * Renders the overview: applications and payouts of hosts, hosts whose calls end too soon, open reports, users who wait for an answer of
 * the team, maintenance windows, and the actions that the role of the signed-in operator includes.
 */
export const overviewPage = (
  operator: SignedInOperator,
  { applications, earlyEnds, payouts, reports, support, maintenance }: Overview,
): string =>
  page(
    'Overview',
    html`${section(
      'Applications of hosts',
      applications?.map(({ uid, words }) => html`${linkTo('host show', { uid: String(uid) }, String(uid))} ${words}`),
      'No applications are waiting.',
    )}${section(
      'Hosts whose calls end too soon',
      earlyEnds?.map(({ uid, words }) => html`${linkTo('host show', { uid: String(uid) }, String(uid))} ${words}`),
      'No host stands out.',
    )}${section(
      'Payouts',
      payouts?.map(({ id, words }) => html`${linkTo('payout show', { id }, id)} ${words}`),
      'No payouts are waiting.',
    )}${section(
      'Open reports',
      reports?.map(({ ticket, words }) => html`${linkTo('report', { ticket }, ticket)} ${words}`),
      'No open reports.',
    )}${section(
      'Waiting for an answer',
      support?.map(
        ({ uid, words }) =>
          html`${linkTo('answer', { to: String(uid) }, String(uid))} ${words} ${linkTo('questions', { to: String(uid) }, 'Read the conversation')}`,
      ),
      'No messages are waiting for an answer.',
    )}<h2>Maintenance</h2>
${rows(
  maintenance.map((words) => html`${words}`),
  'None is running or planned.',
)}
<h2>What you can do</h2>
${groupsOf(operator)}`,
    operator,
  );

/** The actions of the operator's role in their groups; a list is opened by its address, because it has no form. */
const groupsOf = (operator: SignedInOperator): readonly Markup[] => {
  const own = actsOf(operator);
  return ACT_GROUPS.flatMap(({ title, acts }) => {
    const shown = acts.filter((row) => own.includes(row));
    const items = shown.map(
      (row) => html`<a href="${addressOf(row)}">${row.title}</a><p class="about">${row.about}</p>`,
    );
    return shown.length === 0 ? [] : [html`<h3>${title}</h3>${rows(items, '')}`];
  });
};

/** Renders the newest entries of the operator log. `operator`: the signed-in operator. */
export const logPage = (operator: SignedInOperator, entries: readonly string[]): string =>
  page(
    'Log',
    rows(
      entries.map((words) => html`${words}`),
      'Nothing was done yet.',
    ),
    operator,
  );

function input(name: string, { label, hint = '', shape = 'line' }: Field, needed: boolean, value: string): Markup {
  const facts = html`id="f-${name}" name="${name}"${needed && html` required`}${hint !== '' && html` aria-describedby="h-${name}"`}`;
  const options =
    typeof shape === 'object'
      ? shape.choices.map(
          (choice) =>
            html`<option value="${choice}"${choice === value && html` selected`}>${shape.titles?.[choice] ?? choice}</option>`,
        )
      : [];
  const control =
    typeof shape === 'object'
      ? html`<select ${facts}><option value="">choose</option>${options}</select>`
      : shape === 'text'
        ? html`<textarea ${facts}>
${value}</textarea>`
        : html`<input ${facts} autocomplete="off" value="${value}">`;
  return html`<div class="field"><label for="f-${name}">${label}</label>${control}${hint !== '' && html`<p class="hint" id="h-${name}">${hint}</p>`}</div>`;
}

const REASON: Field = { label: 'Reason', hint: `kept in the log, up to ${REASON_MAX_CHARS} characters` };

/**
 * Renders the form of an action, filled in with `given`; `wrong`: why the last attempt was refused. A change is first tried as a dry
 * run.
 */
export const formPage = (operator: SignedInOperator, row: Act, given: Given, wrong = ''): string =>
  page(
    row.title,
    html`<p class="about">${row.about}</p>${alert(wrong)}
<form method="post" action="${BASE}/do/${slugOf(row)}">
${Object.entries(row.fields).map(([name, field]) => input(name, field, row.needed.includes(name), given[name] ?? ''))}
${input('reason', REASON, true, given['reason'] ?? '')}
<button class="main">${row.kind === 'change' ? 'Try' : 'Show'}</button></form>`,
    operator,
  );

/**
 * Renders the result of a change's dry run, with the form that commits it; `form` is the id of that form, with which it is committed at
 * most once.
 */
export const triedPage = (
  operator: SignedInOperator,
  row: Act,
  given: Given,
  { lines: said }: Outcome,
  form: string,
): string =>
  page(
    `${row.title}?`,
    html`<p>Nothing has been done yet. This would be:</p>${lines(operator, said)}
<h2>Reason</h2><p>${given['reason'] ?? ''}</p>
<form method="post" action="${BASE}/do/${slugOf(row)}">
${[...Object.keys(row.fields), 'reason'].map(
  (name) => html`<input type="hidden" name="${name}" value="${given[name] ?? ''}">`,
)}
<input type="hidden" name="form" value="${form}">
<button class="main">Do it</button></form>
<p><a href="${addressOf(row)}">Do something else</a></p>`,
    operator,
  );

/** A picture of a result, inside the page, so that it has no address of its own. */
const pictureOf = ({ alt, jpeg }: NonNullable<Outcome['pictures']>[number]) =>
  html`<figure><img alt="${alt}" src="data:image/jpeg;base64,${jpeg.toString('base64')}"><figcaption>${alt}</figcaption></figure>`;

/**
 * Renders the result of a completed action, with links to follow-up actions on the same subject. `entry`: id in the operator log, '' for a
 * list.
 */
export function donePage(
  operator: SignedInOperator,
  row: Act,
  { lines: said, pictures = [], about = {}, clipOf }: Outcome,
  entry: string,
): string {
  const next = actsOf(operator).flatMap((act) => {
    const known = Object.entries(about).filter(([name]) => Object.hasOwn(act.fields, name));
    return known.length === 0 || act.name === row.name
      ? []
      : [
          html`<a href="${addressOf(act, Object.fromEntries(known))}">${act.title}</a> <span class="hint">${known.map(([, value]) => value).join(' ')}</span>`,
        ];
  });
  return page(
    row.kind === 'change' ? 'Done' : row.title,
    html`${lines(operator, said)}${pictures.map(pictureOf)}${clipOf !== undefined && html`<video controls preload="metadata" src="${BASE}/clip/${entry.replace('op:', '')}"></video>`}${entry !== '' && html`<p class="about">Logged as ${entry}.</p>`}${next.length > 0 && html`<h2>Next</h2>${rows(next, '')}`}`,
    operator,
  );
}
