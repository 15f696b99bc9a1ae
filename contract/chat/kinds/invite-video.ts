import { object } from 'valibot';
import { INVITATION_HOLDS_MS, INVITATION_INTERVAL_MS } from '../kind-rules.ts';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, moment, numberIn } from './shapes.ts';

/**
 * Message kind `invite_video` (type 17): 'call me now', from a host to a user. It does not ring; its button calls until `until` (server
 * clock, ms).
 */
export const inviteVideo = defineKind({
  type: 17,
  kind: 'invite_video',
  sentBy: 'people',
  isNews: true,
  category: 'call',
  roles: { from: 'A', to: 'V' },
  startsAs: 'sending',
  schema: object({ until: moment }),
  write: ({ until }, build) => ({ body: '', children: [build('invite', { xmlns: KIND_NS, until })] }),
  read: (_body, x) => ({ until: numberIn(attrsOf(x, 'invite')['until']) }),
  sent: {
    schema: object({}),
    read: (_body, x) => (x.getChild('invite', KIND_NS) ? {} : undefined),
    write: (_value, build) => ({ body: '', children: [build('invite', { xmlns: KIND_NS })] }),
  },
  needs: () => ({ daily: 'invited' }),
  complete: ({ lastAt, now }) =>
    lastAt !== undefined && now - lastAt < INVITATION_INTERVAL_MS ? 'too-many' : { until: now + INVITATION_HOLDS_MS },
  words: () => [],
});
