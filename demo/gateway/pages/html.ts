import type { Session } from '../sessions.ts';
import { TEST_CARDS } from '../test-cards.ts';
import { type Language, type Words, wordsOf } from './texts.ts';

/** Language and theme of a payer's page, from its URL; theme '' follows the device. `locale`: the language with the payer's region. */
export type PageStyle = {
  readonly language: Language;
  readonly locale: string;
  readonly theme: 'dark' | 'light' | '';
};

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'he'];
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = string | number | Html | readonly Html[] | false;

/** Template tag for markup: values are escaped unless they are `Html`. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = parts.map((part) => {
    if (part === false) return '';
    if (part instanceof Html) return part.text;
    return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
  });
  return new Html(String.raw({ raw: literals }, ...texts));
}

type PageOptions = {
  readonly style: PageStyle;
  readonly script?: string;
  readonly data?: Readonly<Record<string, string>>;
};

function document({ style, script, data = {} }: PageOptions, title: string, body: (words: Words) => Html): string {
  const words = wordsOf(style.language);
  const theme = style.theme !== '' && html` data-theme="${style.theme}"`;
  const facts = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<!doctype html>
<html lang="${style.language}" dir="${RIGHT_TO_LEFT.includes(style.language) ? 'rtl' : 'ltr'}"${theme}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
${script !== undefined && html`<script type="module" src="/${script}"></script>`}
<body${facts}><main>${body(words)}<p class="demo">${words.demo}</p></main></body></html>`.text;
}

function field(name: string, label: string, autocomplete: string, more: Html, error: string): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" autocomplete="${autocomplete}" required aria-describedby="${name}-wrong" ${more}>
<span class="wrong" id="${name}-wrong" hidden>${error}</span></p>`;
}

const number = html`inputmode="numeric" maxlength="23" placeholder="0000 0000 0000 0000" dir="ltr"`;
const expiry = html`inputmode="numeric" maxlength="7" placeholder="MM / YY" dir="ltr"`;
const cvc = html`inputmode="numeric" maxlength="4" placeholder="123" dir="ltr"`;

/** The list of test numbers with their behaviour; a click fills the fields. */
function helper(words: Words): Html {
  const rows = Object.entries(TEST_CARDS).map(
    ([digits, does]) =>
      html`<li><button type="button" data-card="${digits}"><bdi>${digits.replaceAll(/(.{4})(?=.)/g, '$1 ')}</bdi>
<span>${words.does[does]}</span></button></li>`,
  );
  return html`<details><summary>${words.useTest}</summary><ul class="cards">${rows}</ul></details>`;
}

/** The card fields. Their forms use the method `dialog`, so that a submit before the script has loaded puts no card data into a URL. */
const fields = (words: Words) => html`
${field('number', words.number, 'cc-number', number, words.wrong.number)}
<div class="pair">${field('expiry', words.expiry, 'cc-exp', expiry, words.wrong.expiry)}
${field('cvc', words.cvc, 'cc-csc', cvc, words.wrong.cvc)}</div>
${field('name', words.name, 'cc-name', html`maxlength="80"`, words.wrong.name)}`;

/** Formats the session's agreed amount for a locale. */
export const moneyOf = ({ amount_minor, currency }: Session, locale: string) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount_minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** The page with only the card fields, for the channel `card`; the pay button belongs to the merchant's page around the frame. */
export const framePage = (style: PageStyle, session: Session) =>
  document(
    { style, script: 'frame.js', data: { parent: session.parent_origin } },
    'Demo gateway',
    (words) => html`
<form id="card" method="dialog" novalidate>${fields(words)}<p class="said" role="alert" hidden>${words.said.failed}</p></form>${helper(words)}`,
  );

/** The full payment page for the channel `hosted`, to which the merchant redirects: price, card fields, pay and cancel buttons. */
export const hostedPage = (style: PageStyle, session: Session) =>
  document(
    { style, script: 'hosted.js' },
    session.title,
    (words) => html`
<h1><bdi>${session.title}</bdi></h1><p class="price"><bdi>${moneyOf(session, style.locale)}</bdi></p>
<form id="card" method="dialog" novalidate>${fields(words)}
${(['declined', 'no-funds', 'other', 'failed', 'waiting'] as const).map((said) => html`<p class="said" role="alert" data-said="${said}" hidden>${words.said[said]}</p>`)}
<button class="main" type="submit">${words.pay}</button><button type="button" id="cancel">${words.cancel}</button></form>${helper(words)}`,
  );

/** The page on which the payer enters the bank's code; framed by the merchant for the channel `card`. */
export const challengePage = (style: PageStyle, session: Session) =>
  document(
    { style, script: 'challenge.js', data: { parent: session.channel === 'card' ? session.parent_origin : '' } },
    session.title,
    (words) => html`
<h1>${words.challenge}</h1>${session.kind === 'payment' && html`<p>${session.title} · ${moneyOf(session, style.locale)}</p>`}
<form id="challenge" method="dialog" novalidate><p class="field"><label for="code">${words.code}</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required aria-describedby="hint" dir="ltr">
<span id="hint">${words.codeHint}</span></p>
<p class="said" role="alert" hidden>${words.wrongCode}</p>
<button class="main" type="submit">${words.confirm}</button><button type="button" id="cancel">${words.cancel}</button></form>`,
  );

/** Simulates the payer's banking app for the channel `upi`: approve, decline, or let the request expire. */
export const upiPage = (style: PageStyle, session: Session, uri: string) =>
  document(
    { style, script: 'upi.js' },
    session.title,
    (words) => html`
<h1>${words.upi}</h1><p>${session.title}</p><p class="price">${moneyOf(session, style.locale)}</p>
<p class="uri"><a href="${uri}" dir="ltr">${uri}</a></p>
<div id="answers"><button class="main" data-answer="approve">${words.approve}</button>
<button data-answer="decline">${words.refuse}</button><button data-answer="lapse">${words.lapse}</button></div>
<p class="said" role="status" hidden></p>
${(['approve', 'decline', 'lapse'] as const).map((answer) => html`<template data-said="${answer}">${words.upiSaid[answer]}</template>`)}`,
  );

/** The console for the merchant's staff: recent payments, refunds, disputes. English only, like the operator commands. */
export const consolePage = () =>
  document(
    { style: { language: 'en', locale: 'en', theme: '' }, script: 'console.js' },
    'Demo gateway: console',
    () => html`
<h1>Payments</h1>
<form id="key-form" method="dialog"><p class="field"><label for="key">Key of the merchant</label>
<input id="key" type="password" autocomplete="off" required></p><button class="main" type="submit">Show</button></form>
<p class="said" role="status" hidden></p><ul class="cards" id="sessions"></ul>`,
  );

/**
 * The page shown with status 404 for an unknown session, or 410 for one that needs no action by its payer; links back to `returnUrl` unless
 * it is empty.
 */
export const overPage = (style: PageStyle, returnUrl: string) =>
  document(
    { style },
    'Demo gateway',
    (words) => html`<p>${words.over}</p>
${returnUrl !== '' && html`<p><a href="${returnUrl}">${words.back}</a></p>`}`,
  );
