import {
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
  variant,
} from 'valibot';
import {
  CALL_RECORDS,
  callPath,
  FRIEND_REQUESTS,
  MESSAGES,
  NOTICES,
  profilePath,
  TASKS,
  threadPath,
} from '../paths.ts';
import { resultPath } from '../payments/paths.ts';

/** Restricted to an id, because it becomes part of a path or of a request to the hub. */
const id = pipe(string(), regex(/^[\w.:-]{1,128}$/));
const uid = pipe(number(), integer(), minValue(1), maxValue(999_999_999_999_999));

/** Targets of a system notification. The list is closed: no address comes from a message or a push. */
const target = variant('route', [
  object({ route: literal('messages') }),
  /** An incoming call or a match proposal: every page shows it, so the page does not navigate. */
  object({ route: literal('call'), sid: optional(id) }),
  /** The page that offers a call: it dials only after a recorded notification action or a press. */
  object({ route: literal('dial'), uid }),
  /** Local name of a user or of the local official conversation and nothing else: it becomes part of a path. */
  object({ route: literal('thread'), tid: pipe(string(), regex(/^(?:u_[1-9]\d{0,14}|localOfficial)$/)) }),
  object({ route: literal('friends') }),
  object({ route: literal('notices') }),
  object({ route: literal('profile'), uid }),
  object({ route: literal('payment'), order: id }),
  object({ route: literal('tasks') }),
  object({ route: literal('bookings') }),
]);
/** The screen that a click on a system notification opens. */
export type NoticeTarget = Readonly<InferOutput<typeof target>>;

/** Reads the target in the data of a notification; the list of conversations for invalid data. */
export function targetOf(data: unknown): NoticeTarget {
  const parsed = safeParse(target, data);
  return parsed.success ? parsed.output : { route: 'messages' };
}

/** Whether an open page stays where it is when the notification is clicked: only for a call or a match proposal, which every page shows. */
export const staysHere = (data: unknown): boolean => targetOf(data).route === 'call';

/** Returns the path for the data of a notification; the list of conversations for invalid data. */
export function pathOfNotice(data: unknown): string {
  const to = targetOf(data);
  switch (to.route) {
    case 'messages':
      return MESSAGES;
    case 'call':
      return '/';
    case 'dial':
      return callPath(to.uid, 'notice');
    case 'thread':
      return threadPath(to.tid);
    case 'friends':
      return FRIEND_REQUESTS;
    case 'notices':
      return NOTICES;
    case 'profile':
      return profilePath(to.uid);
    case 'payment':
      return resultPath(to.order);
    case 'tasks':
      return TASKS;
    case 'bookings':
      return CALL_RECORDS;
  }
}
