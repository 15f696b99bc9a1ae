import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import type { AppRow } from '../../../worker/db/schema.ts';
import type {} from '../../e2e/calls/connections.ts';
import { readTable } from './rows.ts';

/** A page or worker that hangs never answers. */
const ANSWERS_WITHIN_MS = 3_000;
const SHOWN: readonly AppRow['key'][] = ['connection', 'build'];
/** Changes of the connection that are shown: the newest. */
const CHANGES_SHOWN = 8;

/**
 * Returns one line about each page of a browser, for the report of a failed test: its address, the connection's history, the locks and the
 * links of calls.
 */
export async function describePages(context: BrowserContext): Promise<readonly string[]> {
  return Promise.all(
    context.pages().map(async (page) => {
      const state = await Promise.race([
        stateOf(page),
        setTimeout(ANSWERS_WITHIN_MS, 'no answer', { ref: false }),
      ]).catch(String);
      return `${page.url()} ${JSON.stringify(state)}`;
    }),
  );
}

async function stateOf(page: Page): Promise<unknown> {
  const locks = await page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [held, pending].map((list) => list.map(({ name }) => name));
  });
  const rows = (await readTable(page, 'app', 'state')) as AppRow[];
  const waiting = await readTable(page, 'chat', 'outbox');
  const links = await page.evaluate(() =>
    (window.connections ?? []).map(
      (one) => `${one.signalingState}, ICE ${one.iceConnectionState}, ${one.connectionState}`,
    ),
  );
  return {
    now: Date.now(),
    locks,
    links,
    waiting: waiting.length,
    rows: rows.filter(({ key }) => SHOWN.includes(key)),
    changes: rows.flatMap((row) => (row.key === 'changes' ? row.list.slice(-CHANGES_SHOWN) : [])),
  };
}
