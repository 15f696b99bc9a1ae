import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { jidOfService } from '../../../contract/jid.ts';
import type { conductRows } from '../../../contract/people/conduct-endpoints.ts';
import { fail, ok } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { EdgePorts } from '../../platform/edge/ports.ts';
import { repliesLeft } from './replies.ts';
import { fileReport } from './reports.ts';
import { loadSeal, type Seal } from './seal.ts';
import { noteViolation } from './violations.ts';
import { writeLockOf } from './write-lock.ts';

/**
 * The moderation domain: endpoints for reports, and the ports by which the edge seals messages, limits unanswered ones and notes
 * violations.
 */
export type ModerationPart = ApiPart<keyof typeof conductRows> & {
  readonly edge: Pick<EdgePorts, 'replies' | 'seal' | 'violated'>;
};

/**
 * Creates the moderation domain: violations, reports, and locks of writing. All state is in the database; the key with which the edge seals
 * messages is loaded once, at the start.
 */
export function moderationPart({ config, db }: ServerDeps): ModerationPart {
  const { xmppDomain: domain, rateLimits: counts } = config;
  const clock = serverClock;
  let seal: Seal | undefined;
  return {
    name: 'conduct',
    handlers: {
      report: ({ db, uid }, input) => fileReport(db, uid, input, clock.now()),
      async support({ db, uid }, input) {
        const team = { jid: jidOfService('official', domain), uid: OFFICIAL_UID, note: config.supportNote };
        if (!('targetUid' in input)) return ok(team);
        const filed = await fileReport(db, uid, { ...input, messages: [] }, clock.now());
        return filed.ok ? ok({ ...team, ...filed.value }) : filed;
      },
      async sendMsgLock({ db, uid }, { targetUid }) {
        if (targetUid === uid) return fail({ code: 'bad-request', detail: 'targetUid: must be somebody else' });
        return writeLockOf(db, uid, targetUid, { clock, counts });
      },
    },
    edge: {
      replies: (of) => repliesLeft(db, of),
      violated: ({ from: uid, to: about, mid }, rule) =>
        db.transaction((tx) => noteViolation(tx, { uid, about, rule, mid })),
      seal(text) {
        if (!seal) throw new Error('the secret is not loaded');
        return seal(text);
      },
    },
    async start() {
      seal = await loadSeal(db);
    },
  };
}
