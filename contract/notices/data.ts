import {
  array,
  type InferOutput,
  integer,
  maxLength,
  minValue,
  number,
  object,
  optional,
  pipe,
  regex,
  safeParse,
  string,
} from 'valibot';
import { AWAY_KINDS, type AwayAbout, type AwayKind } from '../away/kinds.ts';
import { IDS_KEPT } from '../away/rules.ts';
import { type NoticeTarget, targetOf } from './notice.ts';

/** What a notification carries besides its words: where it leads, of which events it tells, and about whom. */
export type NoticeData = NoticeTarget & {
  readonly ids: readonly string[];
  readonly kind?: AwayKind;
  readonly about?: AwayAbout;
};

const id = pipe(string(), regex(/^[\w.:-]{1,128}$/));
const carried = object({
  ids: optional(pipe(array(pipe(string(), maxLength(128))), maxLength(IDS_KEPT)), []),
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

export type CarriedNotice = {
  readonly to: NoticeTarget;
  readonly ids: readonly string[];
  readonly kind: AwayKind | undefined;
  readonly about: InferOutput<typeof carried>['about'];
};

/** Reads the data of a notification; nothing of it is believed, since another build may have shown it. */
export function readNoticeData(data: unknown): CarriedNotice {
  const parsed = safeParse(carried, data);
  const { ids, kind, about } = parsed.success ? parsed.output : { ids: [], kind: undefined, about: {} };
  return { to: targetOf(data), ids, kind: AWAY_KINDS.find((name) => name === kind), about };
}

/** Adds an event to those that a notification tells of; the oldest go first. */
export const withId = (ids: readonly string[], one: string): readonly string[] =>
  [...ids.filter((known) => known !== one), one].slice(-IDS_KEPT);
