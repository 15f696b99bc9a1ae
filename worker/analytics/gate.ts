import type { measureCommands } from '#contract/analytics/commands.ts';
import type { Consent } from '#contract/analytics/consent.ts';
import type { Track } from '#contract/analytics/events.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import type { CorePart } from '../base/part.ts';
import type { ConsentRow } from '../db/away-rows.ts';
import type { OrderPorts } from '../payments/orders.ts';
import type { MeasuringImpl } from './inside.ts';
import type { MeasurePorts } from './ports.ts';

/** The core part for analytics and attribution. It does nothing until its implementation (inside.ts) is loaded, after the first consent. */
export type Measuring = CorePart<CommandsOf<typeof measureCommands>> & {
  readonly track: Track;
  readonly orderStep: OrderPorts['onStep'];
};

/** Returns whether the user ever consented to anything. If not, there is nothing to measure and nothing to undo. */
const isOpen = (row: ConsentRow | undefined): boolean =>
  row !== undefined && (row.m || row.a || row.proved !== undefined || (row.owed?.length ?? 0) > 0);

/**
 * Creates the entry point of measurement. Its implementation is loaded after the first consent: before that, events
 * cost nothing and leave no trace.
 */
export function createMeasuring(ports: MeasurePorts): Measuring {
  const { app } = ports;
  let fetched: Promise<MeasuringImpl> | undefined;

  function inside(): Promise<MeasuringImpl> {
    fetched ??= import('./inside.ts').then(({ createMeasuringImpl }) => {
      const part = createMeasuringImpl(ports);
      ports.join(part);
      return part;
    });
    fetched.catch(() => {
      fetched = undefined;
    });
    return fetched;
  }
  const ifOpen = (run: (inside: MeasuringImpl) => void) => void fetched?.then(run).catch(() => {});
  const track: Track = (name, properties) => ifOpen(({ note }) => note(name, properties));

  async function settle(row: ConsentRow | undefined, page?: Parameters<MeasuringImpl['settle']>[0]): Promise<void> {
    // A loaded implementation must learn of a refusal as well; without an earlier consent none is loaded for it.
    if (fetched || isOpen(row)) await (await inside()).settle(page);
  }
  const read = async () => (await app.state.get('consent')) as ConsentRow | undefined;
  const answerOf = ({ v, m, a, at, g }: ConsentRow): Consent => ({ v, m, a, at, ...(g && { g }) });

  return {
    track,
    orderStep: (step, row) => ifOpen((it) => it.onOrder(step, row)),
    commands: {
      async track(name, properties) {
        ifOpen(({ note }) => note(name, properties));
        return ok(null);
      },
      async consent({ answer, how, isAskedNot, language, ...page }) {
        const row = await app.transaction('rw', app.state, async () => {
          const before = await read();
          // The newer answer wins; without any answer there is nothing to store.
          const isNewer = answer !== null && (!before || answer.at > before.at);
          if (!before && !isNewer) return undefined;
          const { g: _before, ...rest } = before ?? { key: 'consent' as const };
          const said = isNewer ? { ...rest, ...answer, how, language } : before;
          const now = { ...said, isAskedNot } as ConsentRow;
          await app.state.put(now);
          return now;
        });
        await settle(row, page);
        return ok(row ? answerOf(row) : null);
      },
      async storeAttribution(info) {
        await (await fetched)?.storeAttribution(info);
        return ok(null);
      },
    },
    onLead: async () => void settle(await read()).catch((error) => console.warn('failed to apply the consent', error)),
  };
}
