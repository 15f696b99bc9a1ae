import { localValue } from '../../../local.ts';

const callHere = localValue('call-here', (stored) => stored ?? '', 'tab');

/** Id of the call that this tab owns; survives a reload. */
export const rememberCall = callHere.write;
export const isReturning = (id: string): boolean => id !== '' && callHere.read() === id;
