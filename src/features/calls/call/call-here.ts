import { localValue } from '../../../local.ts';

const callHere = localValue('call-here', (stored) => stored ?? '', 'tab');

/** Which call this tab has, over a reload of it. */
export const rememberCall = callHere.write;
export const isReturning = (id: string): boolean => id !== '' && callHere.read() === id;
