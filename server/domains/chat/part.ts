import { join } from 'node:path';
import type { ServerDeps, ServerPart } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { EdgePorts } from '../../platform/edge/ports.ts';
import { forgetRates, shareRates } from '../../platform/limits/shared-rates.ts';
import { createDelivery } from '../../platform/services/delivery.ts';
import { onlyOnLeader, reachable } from '../../platform/services/service.ts';
import { announceMaintenance } from './announce-maintenance.ts';
import { answerArchives } from './archive/answer.ts';
import { type OpenArchive, openArchive } from './archive/open.ts';
import { hasReceived } from './archive/received.ts';
import { edgeFactsOf } from './edge-facts.ts';
import { serviceOutboxOf } from './outbox.ts';
import { SERVICE_OUTBOX_CHANNEL } from './service-outbox/enqueue.ts';
import { SPEAKERS } from './service-outbox/tables.ts';

/** The chat domain: archive, delivery of service messages, and the ports by which the edge archives and checks messages (`edge`). */
export type ChatPart = ServerPart & { readonly edge: Pick<EdgePorts, 'keep' | 'hasReceived' | 'facts'> };

/**
 * Creates the chat domain: the archive of all messages, and the delivery of messages that services send. Both are in the database and
 * none is in memory only: a message is accepted once it is archived, and a service message stays in the outbox until it is delivered.
 */
export function chatPart({ config, db, log, metrics }: ServerDeps): ChatPart {
  const { queriesAt: databaseUrl, xmppDomain: domain } = config;
  let opened: OpenArchive | undefined;
  const shared = shareRates(db, config.rateLimits, serverClock, log);
  const archive = () => {
    if (!opened) throw new Error('the archive is not open');
    return opened;
  };
  const deliveries = SPEAKERS.map((service) =>
    onlyOnLeader(
      reachable(service, ({ send }) =>
        createDelivery({ domain, service, log, source: serviceOutboxOf(db, domain, service), send }),
      ),
    ),
  );
  const checkOutbox = (service?: string) => {
    for (const { at, current } of deliveries) if (service === undefined || service === at) current()?.check();
  };
  return {
    name: 'chat',
    services: [
      {
        at: 'gate',
        start: (line) =>
          answerArchives({
            domain,
            log,
            source: archive().source,
            write: line.sendAsAccount,
            withinRate: async (owner) => (await shared('archive', owner)) === 0,
          }),
      },
      ...deliveries,
    ],
    channels: [{ name: SERVICE_OUTBOX_CHANNEL, onNews: checkOutbox, onGap: checkOutbox }],
    jobs: [announceMaintenance(db), forgetRates(db, serverClock)],
    edge: {
      keep: (message) => archive().keep(message),
      facts: edgeFactsOf(db, serverClock),
      hasReceived: (uid, peer, messageId) => hasReceived(db, uid, peer, messageId),
    },
    async start() {
      opened = await openArchive({ databaseUrl, dataDir: join(config.dataDir, 'prosody'), domain, log, metrics });
    },
    // Prosody runs now, so that no Prosody left by an earlier server process still writes to its archive files.
    listening: () => archive().importArchive(),
    close: async () => opened?.close(),
  };
}
