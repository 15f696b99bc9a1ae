import { object, picklist, pipe, regex, string } from 'valibot';
import { MAINTENANCE_STATES } from '../../official.ts';
import { defineKind } from '../kind.ts';
import { attrsOf, KIND_NS, moment, numberIn } from '../shapes.ts';

/**
 * Message kind `maintenance` (type 23): the official service announces a state of a maintenance window to devices that are online. `from`,
 * `until`: server clock, ms.
 */
export const maintenance = defineKind({
  type: 23,
  kind: 'maintenance',
  sentBy: 'official',
  isNews: true,
  category: 'official',
  transient: true,
  startsAs: 'success',
  schema: object({
    id: pipe(string(), regex(/^[\w-]{1,40}$/)),
    state: picklist(MAINTENANCE_STATES),
    from: moment,
    until: moment,
  }),
  write: ({ id, state, from, until }, build) => ({
    body: '',
    children: [build('window', { xmlns: KIND_NS, id, state, from, until })],
  }),
  read(_body, x) {
    const { id, state, from, until } = attrsOf(x, 'window');
    return { id, state, from: numberIn(from), until: numberIn(until) };
  },
});
