import { literal, object, pipe, regex, safeParse, string, variant } from 'valibot';

/** What a system notification leads to. Nothing else than these: no address comes out of a message or a push. */
const target = variant('route', [
  object({ route: literal('messages') }),
  /** Somebody rings, or waits for a yes: that is shown on every page, so no page has to be left for it. */
  object({ route: literal('call') }),
  /** Local name of a user or of the local official conversation, never more than it: it becomes part of a path. */
  object({ route: literal('thread'), tid: pipe(string(), regex(/^(?:u_[1-9]\d{0,14}|localOfficial)$/)) }),
]);

export type NoticeTarget = { readonly route: 'messages' | 'call' } | { readonly route: 'thread'; readonly tid: string };

/** Whether a page that is open stays where it is when the notification is clicked. */
export function staysHere(data: unknown): boolean {
  const parsed = safeParse(target, data);
  return parsed.success && parsed.output.route === 'call';
}

/** The page's path for the data of a notification; what is not understood leads to the list of conversations. */
export function pathOfNotice(data: unknown): string {
  const parsed = safeParse(target, data);
  if (parsed.success && parsed.output.route === 'call') return '/';
  return parsed.success && parsed.output.route === 'thread' ? `/message/${parsed.output.tid}` : '/message';
}

/** From the service worker to a page that is open already: go where this notification leads. */
export const OPEN_NOTICE = 'OPEN_NOTICE';
