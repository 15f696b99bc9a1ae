import { object, optional, picklist } from 'valibot';
import { VIOLATION_RULES } from '../../official.ts';
import { defineKind } from '../kind.ts';
import { attrsOf, KIND_NS, moment, numberIn, stanzaId, uid, whole } from '../shapes.ts';

/**
 * Message kind `violate_rule` (type 22): the official service reports that the own message `id` broke a rule, or that the account's sending
 * was locked or unlocked. `count`: violations within 24 hours; `until`: end of the lock (server clock, ms).
 */
export const violateRule = defineKind({
  type: 22,
  kind: 'violate_rule',
  sentBy: 'official',
  isNews: true,
  category: 'official',
  startsAs: 'success',
  schema: object({
    rule: picklist(VIOLATION_RULES),
    id: optional(stanzaId),
    count: whole(0, 9_999),
    until: optional(moment),
    about: optional(uid),
  }),
  write: ({ rule, id, count, until, about }, build) => ({
    body: '',
    children: [build('violation', { xmlns: KIND_NS, rule, id, count, until, about })],
  }),
  read(_body, x) {
    const { rule, id, count, until, about } = attrsOf(x, 'violation');
    return {
      rule,
      count: numberIn(count),
      ...(id !== undefined && { id }),
      ...(until !== undefined && { until: numberIn(until) }),
      ...(about !== undefined && { about: numberIn(about) }),
    };
  },
  about: ({ about }) => about,
  answers: ({ id }) => id,
});
