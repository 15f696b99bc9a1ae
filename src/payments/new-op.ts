import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';

/** Returns a new operation id (idempotency key) for an operation that moves money. */
export const newOp = (): string => nanoid(REQUEST_ID_LENGTH);
