import { and, eq, sql } from 'drizzle-orm';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { ServerDeps, ServerPart } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Gauge } from '../../platform/metrics/metrics.ts';
import { auditLedger } from './audit.ts';
import { OURS } from './ledger.ts';
import { posting } from './tables.ts';

/** The audit reads the whole ledger, so it runs hourly. */
const AUDIT_EVERY_MS = HOUR_MS;

/**
 * Creates the wallet part: the metrics of the ledger, and the hourly audit if metrics are on. The result of the last audit is stored in
 * the memory of the process that ran it; a new leader runs an audit of its own.
 */
export function walletPart({ config, db }: ServerDeps): ServerPart {
  let audited: { readonly broken: number; readonly at: number; readonly term: AbortSignal } | undefined;
  const ofAudit = (name: Gauge['name'], help: string, read: (last: NonNullable<typeof audited>) => number): Gauge => ({
    name,
    help,
    label: '',
    async read() {
      // No audit has ended yet, or another process leads and audits now, so that the result of this process is outdated.
      if (!audited || audited.term.aborted) throw new Error('no audit yet');
      return { '': read(audited) };
    },
  });
  return {
    name: 'wallet',
    gauges: [
      {
        name: 'gemcall_gems_held',
        help: 'Gems that are held for what runs, of all processes',
        label: '',
        async read() {
          const [row] = await db
            .select({ held: sql<string>`coalesce(sum(${posting.amount}), 0)` })
            .from(posting)
            .where(and(eq(posting.uid, OURS.held), eq(posting.currency, 'gems')));
          return { '': Number(row?.held) };
        },
      },
      ofAudit(
        'gemcall_ledger_broken_laws',
        'Laws of the ledger that its last audit found broken',
        (last) => last.broken,
      ),
      ofAudit(
        'gemcall_ledger_audit_age_seconds',
        'Time since the last audit that came to its end',
        (last) => (serverClock.now() - last.at) / 1_000,
      ),
    ],
    jobs: config.metrics
      ? [
          {
            name: 'ledger audit',
            everyMs: AUDIT_EVERY_MS,
            async run(term) {
              const broken = await auditLedger(db);
              audited = { broken: broken.length, at: serverClock.now(), term };
            },
          },
        ]
      : [],
  };
}
