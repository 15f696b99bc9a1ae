import { type InferOutput, integer, minValue, number, object, optional, pipe, regex, safeParse, string } from 'valibot';
import { PUSH_KINDS, type PushKind, type PushSubject } from '../push/kinds.ts';
import { type NoticeTarget, targetOf } from './notice.ts';
import { idsIn } from './shown.ts';

/** Data of a system notification: its target, event ids, kind and subject. */
export type NoticeData = NoticeTarget & {
  readonly ids: readonly string[];
  readonly kind?: PushKind;
  readonly about?: PushSubject;
};

const id = pipe(string(), regex(/^[\w.:-]{1,128}$/));
const carried = object({
  kind: optional(string()),
  about: optional(
    object({
      tid: optional(pipe(string(), regex(/^u_[1-9]\d{0,14}$/))),
      uid: optional(pipe(number(), integer(), minValue(1))),
      sid: optional(id),
      order: optional(id),
    }),
    {},
  ),
});

/** Parsed data of a notification. */
export type CarriedNotice = {
  readonly to: NoticeTarget;
  readonly ids: readonly string[];
  readonly kind: PushKind | undefined;
  readonly about: InferOutput<typeof carried>['about'];
};

/** Parses the data of a notification. It is untrusted, because another build may have written it. */
export function readNoticeData(data: unknown): CarriedNotice {
  const parsed = safeParse(carried, data);
  const { kind, about } = parsed.success ? parsed.output : { kind: undefined, about: {} };
  return { to: targetOf(data), ids: idsIn(data), kind: PUSH_KINDS.find((name) => name === kind), about };
}
