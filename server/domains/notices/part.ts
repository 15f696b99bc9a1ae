import { DAY_MS } from '../../../contract/durations.ts';
import type { noticeRows } from '../../../contract/notices/endpoints.ts';
import { NOTICES_KEPT_DAYS } from '../../../contract/notices/rules.ts';
import { ok } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { onlyOnLeader, reachable } from '../../platform/services/service.ts';
import { createArrivalsJob } from './arrivals.ts';
import { createNoticeDelivery } from './delivery.ts';
import { forgetNotices, readNotices } from './read.ts';

/** PostgreSQL notification channel: a trigger announces the number of each new row for a user who is online. */
const NOTICE_ADDED = 'notice_added';

/**
 * Creates the domain of the notification list: its endpoint, its delivery to connected devices, arrivals of friends, and retention. Only
 * entries that are sent within the next 100 ms are in memory.
 */
export function noticesPart({ config, db, log }: ServerDeps): ApiPart<keyof typeof noticeRows> {
  const { xmppDomain: domain } = config;
  const line = onlyOnLeader(reachable('gate', ({ send }) => createNoticeDelivery({ db, domain, log, send })));
  return {
    name: 'notices',
    handlers: {
      anchorOnlineNotice: async (caller, { since }) => ok(await readNotices(caller.db, domain, caller.uid, since)),
    },
    services: [line],
    channels: [{ name: NOTICE_ADDED, onNews: (seq) => line.current()?.added(seq) }],
    jobs: [
      createArrivalsJob(db),
      { name: 'old notices', everyMs: DAY_MS, run: () => forgetNotices(db, NOTICES_KEPT_DAYS) },
    ],
  };
}
