import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';

/** Name of an operation that moves money: the same however often it is sent. */
export const newOp = (): string => nanoid(REQUEST_ID_LENGTH);
