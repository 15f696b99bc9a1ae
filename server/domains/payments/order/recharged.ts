import xml from '@xmpp/xml';
import { writeEvent } from '../../../../contract/calls/hub.ts';
import { jidOfUid } from '../../../../contract/jid.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Channel } from '../../../platform/database/notifications.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import {
  onlyOnLeader,
  type ReachableService,
  reachable,
  type ServicePart,
} from '../../../platform/services/service.ts';
import { loadBalances } from '../../wallet/balances.ts';
import { RECHARGED } from './apply.ts';

type Teller = ServicePart & { tell(uid: number): Promise<void> };

/**
 * Creates the notification channel of credited orders, and the service with which the leader then sends ReChargeSuccess with the new
 * balance to the buyer's devices, from the hub's address. A device that misses it reads the balance on reconnect.
 */
export function rechargeNews(
  db: Database,
  domain: string,
  log: Logger,
): { service: ReachableService<Teller>; channel: Channel } {
  const service = onlyOnLeader(
    reachable<Teller>('hub', ({ send }) => ({
      take: () => false,
      async tell(uid) {
        const { gems: gemsBalance } = await loadBalances(db, uid);
        const event = writeEvent({ name: 'ReChargeSuccess', sid: '', data: { gemsBalance } });
        send(xml('message', { type: 'headline', to: jidOfUid(uid, domain) }, event));
      },
    })),
  );
  return {
    service,
    channel: {
      name: RECHARGED,
      onNews(payload) {
        const uid = Number(payload);
        if (!Number.isSafeInteger(uid) || uid < 1) return;
        service
          .current()
          ?.tell(uid)
          .catch((error: unknown) => log.warn({ uid, err: error }, 'failed to notify a user of a purchase'));
      },
    },
  };
}
