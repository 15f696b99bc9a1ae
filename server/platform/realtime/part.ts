import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ServerDeps, ServerPart } from '../../part.ts';
import type { Channel } from '../database/notifications.ts';
import type { EdgePorts } from '../edge/ports.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Service } from '../services/service.ts';
import { ENGINE_CHECK_INTERVAL_MS } from './bounds.ts';
import { passKeyOf } from './pass.ts';
import { type Realtime, startRealtime } from './realtime.ts';

/** Contributions of the other domains to the realtime domain: XMPP services, database channels and ports of the edge. */
export type RealtimeParts = {
  readonly services: readonly Service[];
  readonly channels: readonly Channel[];
  readonly ports: EdgePorts;
};

/**
 * Creates the realtime domain: Prosody (unless an external XMPP server is configured), the XMPP services, and the edge on the public port.
 * Only open streams and their state are in memory. When the process dies its streams end; clients reconnect and resume.
 */
export function realtimePart({ config, news, metrics, log }: ServerDeps, given: RealtimeParts): ServerPart {
  let realtime: Realtime | undefined;
  async function timeEngine(): Promise<void> {
    const startedAt = performance.now();
    const lacks = await realtime?.engineLacks().catch(() => 'no answer');
    metrics.measure('engine', lacks === undefined ? 'given' : 'none', (performance.now() - startedAt) / 1_000);
  }

  return {
    name: 'realtime',
    gauges: [
      {
        name: 'gemcall_streams',
        help: 'Streams of people that are open in this process',
        label: '',
        read: async () => ({ '': realtime?.counts().open ?? 0 }),
      },
    ],
    jobs: config.metrics
      ? [{ name: 'look at the XMPP server', everyMs: ENGINE_CHECK_INTERVAL_MS, everywhere: true, run: timeEngine }]
      : [],
    needs: [{ name: 'the XMPP server', lacks: async () => realtime?.engineLacks() }],
    async start({ httpServer }) {
      realtime = await startRealtime({
        ...given,
        httpServer,
        databaseUrl: config.databaseUrl,
        domain: config.xmppDomain,
        node: config.nodeId,
        allowedOrigins: config.allowedOrigins,
        allowedHosts: config.allowedHosts,
        rateLimits: config.rateLimits,
        ...(config.wordsFile === '' ? {} : { wordsFile: config.wordsFile }),
        prosody: config.engine
          ? {
              shared: config.engine,
              secrets: { component: config.engine.componentSecret, pass: config.xmppPassKey },
            }
          : {
              dataDir: join(config.dataDir, 'prosody'),
              secrets: {
                component: randomBytes(32).toString('base64url'),
                pass: passKeyOf(config.dataDir, config.xmppPassKey),
              },
            },
        addressOf: clientAddress(config.trustProxy),
        metrics,
        log,
      });
      news.caughtUp = realtime.caughtUp;
      // A process for jobs accepts no streams.
      if (config.role === 'jobs') await realtime.drain();
    },
    drain: async () => realtime?.drain(),
    close: async () => realtime?.close(),
  };
}
