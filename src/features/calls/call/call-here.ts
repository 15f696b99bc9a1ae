import { localValue } from '../../../local.ts';

const callHere = localValue('call-here', (stored) => stored ?? '', 'tab');

/** Stores in this tab's `sessionStorage` the id of the call that it owns, so that it can return to the call after a reload. */
export const rememberCall = callHere.write;
/** Returns whether this tab owned the call before a reload; it then rejoins the call without asking, while that is possible. */
export const isReturning = (id: string): boolean => id !== '' && callHere.read() === id;
