import { type InferOutput, maxLength, minLength, object, picklist, pipe, transform } from 'valibot';
import { typedText } from '../text/typed-text.ts';
import { visibleLine } from '../text/visible-text.ts';

/**
 * States of an identity check. `started`: the applicant has not finished the provider's pages. `processing`: the provider is checking.
 * `verified`: an adult with the stated name. `review`: verified, but a person of the team has to look at it. `declined`: not verified.
 */
export const IDENTITY_STATES = ['started', 'processing', 'verified', 'review', 'declined'] as const;
/** State of an identity check, one of `IDENTITY_STATES`. */
export type IdentityState = (typeof IDENTITY_STATES)[number];
/** Why an identity check was declined or needs a review; `age`: below 18, which is final. */
export const IDENTITY_PROBLEMS = ['document', 'selfie', 'age', 'name', 'operator', 'other'] as const;
/** Longest name of a person on a document or in tax details. */
export const LEGAL_NAME_MAX_CHARS = 100;

/** Schema of the name of a person as on an identity document. */
export const legalName = pipe(typedText, transform(visibleLine), minLength(1), maxLength(LEGAL_NAME_MAX_CHARS));

/** Schema of an identity check as its applicant sees it; `none`: not started. */
export const identity = object({
  state: picklist(['none', ...IDENTITY_STATES]),
  problem: picklist(['', ...IDENTITY_PROBLEMS]),
});
/** An identity check as its applicant sees it. */
export type Identity = InferOutput<typeof identity>;
