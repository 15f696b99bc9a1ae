import { object } from 'valibot';
import { defineKind } from './kind.ts';
import { KIND_NS } from './shapes.ts';

/**
 * Message kind `attribution_refresh` (type 100): the official service asks the core to report the attribution again. Transient; never
 * stored or drawn.
 */
export const attributionRefresh = defineKind({
  type: 100,
  kind: 'attribution_refresh',
  sentBy: 'official',
  isNews: false,
  category: 'control',
  transient: true,
  startsAs: 'success',
  schema: object({}),
  write: (_value, build) => ({ body: '', children: [build('refresh', { xmlns: KIND_NS })] }),
  read: (_body, x) => (x.getChild('refresh', KIND_NS) ? {} : undefined),
});
