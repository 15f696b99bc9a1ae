import * as v from 'valibot';
import { noteOperator, whoRuns } from '../../server/domains/account/site/operator-log.ts';
import { openMediaFiles } from '../../server/domains/media/files/open.ts';
import { type MediaStore, openMediaStore } from '../../server/domains/media/store.ts';
import {
  type ActDeps,
  byPlace,
  type PreparedAction,
  Refused,
  textOf,
  usageOf,
} from '../../server/domains/operator/act.ts';
import { ACTS, findAct } from '../../server/domains/operator/acts.ts';
import { reason as reasonField } from '../../server/domains/operator/fields.ts';
import { perform } from '../../server/domains/operator/perform.ts';
import { CHANGE_ANSWER_MS, REASON_MAX_CHARS } from '../../server/domains/operator/rules.ts';
import { gatewayOf } from '../../server/domains/payments/gateways.ts';
import { type Database, openDatabase } from '../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../server/platform/database/migrate.ts';
import { readSettings } from '../dev/backend.ts';
import { reachOwnDatabase } from '../dev/reach-database.ts';
import { main, printMessage, printMigration, Stop } from '../stop.ts';
import { readOperatorArguments } from './operator-arguments.ts';
import { LISTS } from './operator-lists.ts';

/** Switches are changed without `--yes`, as they can be set back at once. */
const AT_ONCE: ReadonlySet<string> = new Set(['set']);
const OPTIONS = { list: '', look: ' --reason <why>', change: ' --reason <why> [--yes]' } as const;

const USAGE = `usage: npm run operator -- <command>
${ACTS.map((row) => `  ${usageOf(row)}${AT_ONCE.has(row.name) ? OPTIONS.look : OPTIONS[row.kind]}`).join('\n')}
  ${Object.keys(LISTS).join(' | ')}
with [--yes]: tried and taken back without it; '' leaves a word out`;

/** Lists of private messages to the team; reading them is logged. */
const PRIVATE_LISTS: ReadonlySet<string> = new Set(['support', 'reports'] satisfies (keyof typeof LISTS)[]);
const ALL_LISTS: Readonly<Record<string, (db: Database, store: MediaStore) => Promise<readonly string[]>>> = LISTS;

/** `npm run operator -- set enableCallback off --reason spam`: operator commands, whether or not the product is running. */
await main(async () => {
  const parsed = readOperatorArguments(process.argv.slice(2));
  if (!parsed) throw new Stop(USAGE);
  const { command, args, reason, yes } = parsed;
  const ready = readAct([command, ...args]);
  const list = args.length === 0 ? ALL_LISTS[command] : undefined;
  if (!ready && !list) throw new Stop(USAGE);
  if (ready && ready.kind !== 'list' && !v.is(reasonField, reason)) {
    throw new Stop(`${command} needs --reason, up to ${REASON_MAX_CHARS} characters: it is kept with it\n${USAGE}`);
  }
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    await migrateDatabase(reached.url, { report: printMigration });
    const { db, close } = openDatabase(reached.url, () => undefined, undefined, CHANGE_ANSWER_MS);
    try {
      if (ready) {
        await runAct({ db, gateway: gatewayOf(settings), config: settings }, ready, {
          reason,
          yes: yes || AT_ONCE.has(ready.name),
        });
      } else {
        if (PRIVATE_LISTS.has(command)) await noteOperator(db, { command, what: {}, reason: reason || 'what waits' });
        const store = openMediaStore({ db, dataDir: settings.dataDir, files: openMediaFiles(settings) });
        for (const line of (await list?.(db, store)) ?? []) printMessage(line);
      }
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});

/** Parses an action, which the operator page may offer too; undefined for other commands. */
function readAct(words: readonly string[]): PreparedAction | undefined {
  const found = findAct(words);
  const given = found && byPlace(found.row, found.rest);
  if (!found || !given) return undefined;
  try {
    return found.row.read(given);
  } catch (error) {
    throw error instanceof Refused ? new Stop(`${error.message}\nusage: ${usageOf(found.row)}`) : error;
  }
}

async function runAct(
  at: ActDeps,
  ready: PreparedAction,
  { reason, yes }: { reason: string; yes: boolean },
): Promise<void> {
  try {
    const { isDone, outcome } = await perform(at, ready, { who: whoRuns(), reason, yes });
    const lines = outcome.lines.map(textOf);
    if (ready.kind === 'list') for (const line of lines) printMessage(line);
    else printMessage(isDone ? lines.join('\n') : `would be: ${lines.join('\n')} (say --yes)`);
    // Printed without a prefix, because a QR code consists of several rows.
    for (const line of outcome.secret ?? []) console.log(line);
  } catch (error) {
    throw error instanceof Refused ? new Stop(error.message) : error;
  }
}
