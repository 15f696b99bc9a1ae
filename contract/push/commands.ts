import { boolean, custom, literal, maxLength, object, pipe, string, variant } from 'valibot';
import { command, nothing } from '../command.ts';
import { PUSH_TOKEN_MAX_CHARS } from './rules.ts';

/** State of this browser's push subscription. */
const pushChange = variant('state', [
  object({ state: literal('pending') }),
  /** `why`: the name of the error, for diagnosis. */
  object({ state: literal('failed'), why: pipe(string(), maxLength(64)) }),
  /** `isUpdate`: the token replaces the last one of this session. */
  object({ state: literal('kept'), token: pipe(string(), maxLength(PUSH_TOKEN_MAX_CHARS)), isUpdate: boolean() }),
  object({ state: literal('none') }),
]);

/** The user's choice on a notification. */
type Intent = { readonly act: 'answer'; readonly sid: string } | { readonly act: 'dial'; readonly uid: number };

/** Commands for push subscriptions and notification actions. */
export const pushCommands = {
  /** Stores the push subscription record and queues the request that reports it to the server. */
  keepPush: command({ args: [pushChange], value: nothing }),
  /** Records that a notification with this tag showed an event, so that the event is not shown again. */
  recordShownEvent: command({ args: [pipe(string(), maxLength(256)), pipe(string(), maxLength(256))], value: nothing }),
  /** Returns the user's choice on a notification of the last 30 s, once; null otherwise. */
  takeIntent: command({ args: [], value: custom<Intent | null>(() => true) }),
};
