import * as v from 'valibot';
import { noteOperator, whoRuns } from '../../server/domains/account/site/operator-log.ts';
import {
  changeSiteSetting,
  isSiteSetting,
  loadSiteSettings,
  SITE_SETTINGS,
  type SiteSettingKey,
  type SiteSettings,
} from '../../server/domains/account/site/settings.ts';
import { openMediaFiles } from '../../server/domains/media/files/open.ts';
import { findMissingFiles } from '../../server/domains/media/missing-files.ts';
import { type MediaStore, openMediaStore } from '../../server/domains/media/store.ts';
import { byPlace, type PreparedAction, Refused, usageOf } from '../../server/domains/operator/act.ts';
import { ACTS, findAct } from '../../server/domains/operator/acts.ts';
import { reason as reasonField } from '../../server/domains/operator/fields.ts';
import { perform } from '../../server/domains/operator/perform.ts';
import { CHANGE_ANSWER_MS, REASON_MAX_CHARS } from '../../server/domains/operator/rules.ts';
import { gatewayOf } from '../../server/domains/payments/gateways.ts';
import { type Database, openDatabase, type Transaction } from '../../server/platform/database/connect.ts';
import { migrateDatabase } from '../../server/platform/database/migrate.ts';
import { readSettings } from '../dev/backend.ts';
import { reachOwnDatabase } from '../dev/reach-database.ts';
import { main, printMessage, printMigration, Stop } from '../stop.ts';
import { readOperatorArguments } from './operator-arguments.ts';
import type { MoneyChange, MoneyDeps } from './operator-change.ts';
import { TEAM_LISTS } from './operator-lists.ts';
import { MONEY_CHANGES, MONEY_LISTS } from './operator-money.ts';
import { MONEY_VIEWS, type MoneyView } from './operator-view.ts';

const USAGE = `usage: npm run operator -- <command>
  settings | set <setting> <on|off|number|default> --reason <why>
${ACTS.map((row) => `  ${usageOf(row)} --reason <why>${row.kind === 'change' ? ' [--yes]' : ''}`).join('\n')}
  reports | support | operators | orders | sku | price | differences | audit | log
  order <order> | limits <uid> | media                   (media: rows whose file is missing)
  look|refund <order> --reason <why> [--yes]
  credit <order> <payment> --reason <why> [--yes]        (an order in review)
  credit <order> <payment> <uid> <sku> --reason <why> [--yes]   (an order that a restore has lost)
  grant|adjust <uid> <gems|silver> <n> --reason <why> [--yes]
  forgive <uid> --reason <why> [--yes]
  reconcile [days] --reason <why> [--yes]                (the gateway's list against ours)
  settle <difference> --reason <why> [--yes]
  price <sku> <currency> <n.nn> [country] --reason <why> [--yes]
  sku <sku> <on|off> --reason <why> [--yes]
  sku <sku> <gems> <bonus> <position> --reason <why> [--yes]
with [--yes]: tried and taken back without it; '' leaves a word out
settings: ${Object.keys(SITE_SETTINGS).join(', ')}`;

type Value = SiteSettings[SiteSettingKey];
const WORDS: Readonly<Record<string, boolean>> = { on: true, off: false };
const show = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

/** A change of a setting. It runs in a transaction with its log entry and returns the report to print. */
type Change = { readonly what: unknown; run(tx: Transaction): Promise<string> };
const CHANGES: Readonly<Record<string, (args: readonly string[]) => Change | undefined>> = { set: setting };
const LISTED = 50;
const LISTS: Readonly<Record<string, (db: Database, store: MediaStore) => Promise<readonly string[]>>> = {
  async settings(db) {
    return Object.entries(await loadSiteSettings(db)).map(([name, value]) => `${name}: ${show(value)}`);
  },
  async media(db, store) {
    const lines: string[] = [];
    let count = 0;
    for await (const { id, ownerUid, path } of findMissingFiles(db, store)) {
      count += 1;
      if (count <= LISTED) lines.push(`${id} of ${ownerUid}: ${path} is missing`);
    }
    return [...lines, `${count} files are missing`];
  },
  ...TEAM_LISTS,
  ...MONEY_LISTS,
};
/** Lists of private messages to the team; reading them is logged. */
const PRIVATE_LISTS: ReadonlySet<string> = new Set(['support', 'reports']);
const VIEWS: Readonly<Record<string, (args: readonly string[]) => MoneyView | undefined>> = MONEY_VIEWS;
const MONEY: Readonly<Record<string, (args: readonly string[]) => MoneyChange | undefined>> = MONEY_CHANGES;

/** Thrown to roll back a dry run. Declared before `main` runs, because classes are not hoisted. */
class Dry extends Error {}

/** `npm run operator -- set enableCallback off --reason spam`: operator commands, whether or not the product is running. */
await main(async () => {
  const parsed = readOperatorArguments(process.argv.slice(2));
  if (!parsed) throw new Stop(USAGE);
  const { command, args, reason, yes } = parsed;
  const ready = readAct([command, ...args]);
  const money = MONEY[command]?.(args);
  const change = CHANGES[command]?.(args);
  const list = args.length === 0 ? LISTS[command] : undefined;
  const view = VIEWS[command]?.(args);
  if (!ready && !money && !change && !list && !view) throw new Stop(USAGE);
  if ((ready || money || change) && !v.is(reasonField, reason)) {
    throw new Stop(`a change needs --reason, up to ${REASON_MAX_CHARS} characters: it is kept with it\n${USAGE}`);
  }
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    await migrateDatabase(reached.url, { report: printMigration });
    const { db, close } = openDatabase(reached.url, () => undefined, undefined, CHANGE_ANSWER_MS);
    try {
      const at = { db, gateway: gatewayOf(settings) };
      if (ready) await runAct(db, ready, { reason, yes });
      else if (money) printMessage(await changeMoney(at, money, { command, reason }, yes));
      else if (change) printMessage(await makeChange(db, change, { command, reason }));
      else {
        if (PRIVATE_LISTS.has(command)) await noteOperator(db, { command, what: {}, reason: reason || 'what waits' });
        for (const line of (await (view?.(at) ??
          list?.(db, openMediaStore({ db, dataDir: settings.dataDir, files: openMediaFiles(settings) })))) ?? [])
          printMessage(line);
      }
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});

/** Parses an action that the operator page offers too; undefined for other commands. */
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
  db: Database,
  ready: PreparedAction,
  { reason, yes }: { reason: string; yes: boolean },
): Promise<void> {
  try {
    const { isDone, outcome } = await perform(db, ready, { who: whoRuns(), reason, yes });
    const said = outcome.lines.join('\n');
    printMessage(isDone ? said : `would be: ${said} (say --yes)`);
    // Printed without a prefix, because a QR code consists of several rows.
    for (const line of outcome.secret ?? []) console.log(line);
  } catch (error) {
    throw error instanceof Refused ? new Stop(error.message) : error;
  }
}

function makeChange(db: Database, change: Change, noted: { command: string; reason: string }): Promise<string> {
  return db.transaction(async (tx) => {
    const line = await change.run(tx);
    await noteOperator(tx, { ...noted, what: change.what });
    return line;
  });
}

/** Runs a change of money; without `--yes` it is rolled back after its result is known. */
async function changeMoney(
  at: MoneyDeps,
  change: MoneyChange,
  noted: { command: string; reason: string },
  yes: boolean,
): Promise<string> {
  let line = '';
  await change.prepare?.(at);
  try {
    await at.db.transaction(async (tx) => {
      line = await change.run(tx, await noteOperator(tx, { ...noted, what: change.what }));
      if (!yes) throw new Dry();
    });
  } catch (error) {
    if (!(error instanceof Dry)) throw error;
    return `would be: ${line} (say --yes)`;
  }
  return line;
}

function setting([key = '', word = '', ...more]: readonly string[]): Change | undefined {
  if (more.length > 0) return undefined;
  const { value } = readChange(key, word);
  const name = key as SiteSettingKey;
  return {
    what: { key: name, value: word },
    async run(tx) {
      const before = await loadSiteSettings(tx);
      await changeSiteSetting(tx, name, value);
      const after = await loadSiteSettings(tx);
      return `${name}: ${show(before[name])} -> ${show(after[name])}`;
    },
  };
}

function readChange(key: string, word: string): { key: SiteSettingKey; value: Value | undefined } {
  if (!isSiteSetting(key)) throw new Stop(USAGE);
  if (word === 'default') return { key, value: undefined };
  const parsed = v.safeParse(SITE_SETTINGS[key], WORDS[word] ?? (/^\d+$/.test(word) ? Number(word) : word));
  if (word === '' || !parsed.success) throw new Stop(`${key} cannot be '${word}'\n${USAGE}`);
  return { key, value: parsed.output };
}
