import { boolean, custom, literal, maxLength, object, pipe, string, variant } from 'valibot';
import { command, nothing } from '../command.ts';
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
type Intent = { readonly act: 'answer'; readonly sid: string } | { readonly act: 'dial'; readonly uid: number };

export const awayCommands = {
  /** Stores the record of the push subscription, with the call that tells the server of it. */
  keepPush: command({ args: [pushChange], value: nothing }),
  /** Notes that a notification with this tag told of an event: it is told of no second time. */
  keepTold: command({ args: [pipe(string(), maxLength(256)), pipe(string(), maxLength(256))], value: nothing }),
  /** Returns what a tap on a notification decided within the last 30 s, once; null otherwise. */
  takeIntent: command({ args: [], value: custom<Intent | null>(() => true) }),
};
