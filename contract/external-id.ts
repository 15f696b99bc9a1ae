import { pipe, regex, string } from 'valibot';
import { EXTERNAL_ID } from './ids.ts';

/** The error message for an id that does not match the grammar (contract/ids.ts). */
export const INVALID_ID = 'is not a valid id';

/** Schema of an external id (`EXTERNAL_ID`). Narrower forms (media ids, gift names) are checked after this, with the same message. */
export const externalId = pipe(string(INVALID_ID), regex(EXTERNAL_ID, INVALID_ID));

/** Schema of an external id, or '' if there is none. */
export const externalIdOrEmpty = pipe(string(INVALID_ID), regex(/^[A-Za-z0-9_-]{0,64}$/, INVALID_ID));
