import { object } from 'valibot';
import { defineKind } from './kind.ts';
import { KIND_NS } from './shapes.ts';

/** Asks the core to report the attribution again. Never stored or drawn. */
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
