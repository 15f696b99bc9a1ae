import { localValue } from '../../../local.ts';

const callHere = localValue('call-here', (stored) => stored ?? '', 'tab');

/** Stores the id of the call that this tab owns in `sessionStorage`, so that it survives a reload. */
export const rememberCall = callHere.write;
/** Whether this tab owned the call before a reload. */
export const isReturning = (id: string): boolean => id !== '' && callHere.read() === id;
