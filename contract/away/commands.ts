import { boolean, literal, maxLength, nullable, object, pipe, string, variant } from 'valibot';
import { command, nothing, someId, someUid } from '../command.ts';
import { PUSH_TOKEN_MAX_CHARS } from './rules.ts';

/** What became of this browser's push subscription. */
const pushChange = variant('state', [
  object({ state: literal('pending') }),
  /** `why`: the name of the failure, for who looks into it. */
  object({ state: literal('failed'), why: pipe(string(), maxLength(64)) }),
  /** `isUpdate`: it takes the place of the last token of this session. */
  object({ state: literal('kept'), token: pipe(string(), maxLength(PUSH_TOKEN_MAX_CHARS)), isUpdate: boolean() }),
  object({ state: literal('none') }),
]);

/** What a tap on a notification decided. */
const intent = variant('act', [
  object({ act: literal('answer'), sid: someId }),
  object({ act: literal('dial'), uid: someUid }),
]);

export const awayCommands = {
  /** Stores the record of the push subscription, with the call that tells the server of it. */
  keepPush: command({ args: [pushChange], value: nothing }),
  /** Returns what a tap on a notification decided within the last 30 s, once; null otherwise. */
  takeIntent: command({ args: [], value: nullable(intent) }),
};
