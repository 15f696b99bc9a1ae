import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';

/** Returns a new idempotency key for an operation that moves money: its retries use the same key and are charged once. */
export const newOp = (): string => nanoid(REQUEST_ID_LENGTH);
