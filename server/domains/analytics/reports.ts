import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { isEventName } from '../../../contract/analytics/events.ts';
import { EVENTS_KEPT_DAYS } from '../../../contract/analytics/rules.ts';

/** Runs an analytics report on the database and returns a line of text for each event. */
export type Report = (db: Pick<pg.Pool, 'query'>) => Promise<readonly string[]>;

const DAYS = '30';
const textOf = (name: string) => readFileSync(new URL(`reports/${name}.sql`, import.meta.url), 'utf8');

const funnel =
  (names: readonly string[], days: number): Report =>
  async (db) => {
    const { rows } = await db.query<{ name: string; devices: number }>(textOf('funnel'), [names, days]);
    const first = rows[0]?.devices ?? 0;
    return rows.map(({ name, devices }) => {
      const share = first === 0 ? 0 : Math.round((devices / first) * 100);
      return `${name}: ${devices} (${share} %)`;
    });
  };

const events =
  (days: number): Report =>
  async (db) => {
    const { rows } = await db.query<{ name: string; times: number; devices: number }>(textOf('events'), [days]);
    return rows.map(({ name, times, devices }) => `${name}: ${times} of ${devices}`);
  };

/**
 * The report that the words of the command line name (`funnel <events>` or `events`, with `--days`), for tools/dev/measure.ts;
 * undefined if they are invalid.
 */
export function reportOf(words: readonly string[]): Report | undefined {
  try {
    const options = { days: { type: 'string', default: DAYS } } as const;
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [report, list = '', ...more] = positionals;
    const days = Number(values.days);
    if (more.length > 0 || !Number.isInteger(days) || days < 1 || days > EVENTS_KEPT_DAYS) return undefined;
    const names = list.split(',');
    if (report === 'funnel' && names.every(isEventName)) return funnel(names, days);
    return report === 'events' && list === '' ? events(days) : undefined;
  } catch {
    return undefined;
  }
}
