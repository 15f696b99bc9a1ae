import type { AskedKind } from '#contract/calls/calls.ts';
import type { CallTerms } from '#contract/calls/hub-shapes.ts';
import { readSession, readState } from '#db/reads/app.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readPerson, readRelation } from '#db/reads/people.ts';
import { bookedTermsOf } from '../data/calls/use-booked-call.ts';
import { freeCallOf } from '../data/calls/use-free-call.ts';
import { silverCallOf } from '../data/calls/use-silver-call.ts';
import { callableOf } from '../data/people/use-callable.ts';

/** The terms at the last press, read before the call page loads: a price that arrives later was not shown. */
let atPress: { readonly uid: number; readonly kind: AskedKind; readonly terms: Promise<CallTerms> } | undefined;

/** Reads the terms that pages show for a call to a person. An unknown price was not shown: 0. */
async function readTerms(uid: number, kind: AskedKind): Promise<CallTerms> {
  const [session, person, relation, allowances, site, clock, booked] = await Promise.all([
    ...([readSession(), readPerson(uid), readRelation(uid)] as const),
    ...([readState('allowances'), readState('site'), readState('clock'), readState('bookings')] as const),
  ]);
  if (kind === 'silver') {
    const next = allowances && silverCallOf(allowances.silver);
    return { price: 0, freeSeconds: next?.seconds ?? 0, silver: next?.silver ?? 0 };
  }
  const terms = bookedTermsOf(booked?.bookings, uid, Date.now() + (clock?.ahead ?? 0));
  if (terms) return { price: terms.price, freeSeconds: terms.seconds, silver: 0 };
  const price = session ? callableOf(session, person, relation?.friend ?? false).price : 0;
  const offersFree = site?.common?.enablePaidUserFreeCall ?? true;
  const free = price > 0 && allowances ? freeCallOf(allowances, offersFree) : undefined;
  return { price, freeSeconds: free?.seconds ?? 0, silver: 0 };
}

/**
 * Starts to read the terms that the page shows for a call, at the press that starts it: a price that arrives later was not shown
 * to the user.
 */
export function noteShownTerms(uid: number, kind: AskedKind): void {
  atPress = { uid, kind, terms: retryRead(() => readTerms(uid, kind)) };
}

/**
 * Returns the terms recorded by `noteShownTerms` for this call, once; without a matching press it reads the current ones. The
 * dialling page sends them with the call, which ends with `priceChanged` if the server's terms differ.
 */
export function takeShownTerms(uid: number, kind: AskedKind): Promise<CallTerms> {
  const press = atPress;
  atPress = undefined;
  return press?.uid === uid && press.kind === kind ? press.terms : retryRead(() => readTerms(uid, kind));
}
