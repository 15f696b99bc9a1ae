import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { html } from './pages/html.ts';

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>;

/** Headers of the pages of a simulated provider: no script, and forms to the page itself. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** Makes the routes of a scope receive forms, as Stripe's API and pages do. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** The fields of a form, empty if there is none. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>): Readonly<Record<string, string>> =>
  v.parse(v.fallback(v.record(v.string(), v.string()), {}), body);

/** The metadata in the parameters of a request, `metadata[name]`. */
export const metadataOf = (form: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field === undefined ? [] : [[field, value]];
    }),
  );

/** Delivers a signed event once; the merchant asks by itself if it is lost. */
export async function post(url: string, body: string, signature: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error' });
    await answer.body?.cancel();
  } catch {
    // The merchant asks again by itself.
  }
}

/** A page of a simulated provider; `note` says below that nothing is real. */
export const providerPage = (title: string, body: Markup, note: string): string =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<body><main><h1>${title}</h1>${body}<p class="demo">${note}</p></main></body></html>`.text;

/** Ends a simulated provider's page: a text and a link back to the product. No redirect, as the form's policy forbids other origins. */
export const backLink = (done: string, url: string): Markup =>
  html`<p>${done} You can go back now.</p><p><a href="${url}">Continue</a></p>`;

/** A required field of a form. */
export const input = (name: string, label: string, more: Markup): Markup =>
  html`<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" required ${more}></p>`;
