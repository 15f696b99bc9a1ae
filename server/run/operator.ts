import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { noteOperator } from '../account/site/operator-log.ts';
import {
  changeSiteSetting,
  isSiteSetting,
  loadSiteSettings,
  SITE_SETTINGS,
  type SiteSettingKey,
  type SiteSettings,
} from '../account/site/settings.ts';
import { type Database, openDatabase } from '../database/connect.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { gatewayOf } from '../payments/gateways.ts';
import { readSettings } from './backend.ts';
import { readOperatorArguments } from './operator-arguments.ts';
import type { MoneyAround, MoneyChange } from './operator-change.ts';
import { MONEY_CHANGES, MONEY_LISTS } from './operator-money.ts';
import { type Change, OFFICIAL_CHANGES, OFFICIAL_LISTS, words } from './operator-official.ts';
import { MONEY_VIEWS, type MoneyView } from './operator-view.ts';
import { reachOwnDatabase } from './reach-database.ts';
import { main, Stop, say } from './stop.ts';

const USAGE = `usage: npm run operator -- <command>
  settings
  set <setting> <on|off|number|default> --reason <why>
  official <uid|all> <text> --reason <why>
  support
  answer <uid> <name> <text> --reason <why>
  reports
  close <ticket> <acted|not> --reason <why>
  maintenance <from> <until> --reason <why>      (2026-12-01T14:00Z)
  maintenance end --reason <why>
  orders | sku | price | differences | audit | log
  order <order> | limits <uid> | statement <uid>
  look|refund <order> --reason <why> [--yes]             (without --yes: tried, and taken back)
  credit <order> <payment> --reason <why> [--yes]        (an order in review)
  grant|adjust <uid> <gems|silver> <n> --reason <why> [--yes]
  lock|unlock|forgive <uid> --reason <why> [--yes]
  reconcile [days] --reason <why> [--yes]                (the gateway's list against ours)
  settle <difference> --reason <why> [--yes]
  price <sku> <currency> <n.nn> [country] --reason <why> [--yes]
  sku <sku> <on|off> --reason <why> [--yes]
  sku <sku> <gems> <bonus> <position> --reason <why> [--yes]
settings: ${Object.keys(SITE_SETTINGS).join(', ')}`;
const REASON_MAX_CHARS = 500;
/** A message to all accounts is one statement, and no request waits for it. */
const CHANGE_WITHIN = '10min';
const CHANGE_ANSWER_MS = 660_000;

type Value = SiteSettings[SiteSettingKey];
const WORDS: Readonly<Record<string, boolean>> = { on: true, off: false };
const show = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

const CHANGES: Readonly<Record<string, (args: readonly string[]) => Change | undefined>> = {
  set: setting,
  ...OFFICIAL_CHANGES,
};
const LISTS: Readonly<Record<string, (db: Database) => Promise<readonly string[]>>> = {
  async settings(db) {
    return Object.entries(await loadSiteSettings(db)).map(([name, value]) => `${name}: ${show(value)}`);
  },
  ...OFFICIAL_LISTS,
  ...MONEY_LISTS,
};
const VIEWS: Readonly<Record<string, (args: readonly string[]) => MoneyView | undefined>> = MONEY_VIEWS;
const MONEY: Readonly<Record<string, (args: readonly string[]) => MoneyChange | undefined>> = MONEY_CHANGES;

/** Takes back what was only tried. Declared before `main` runs: a class is not hoisted. */
class Dry extends Error {}

/** `npm run operator -- set enableCallback off --reason spam`: what holds from this moment on, for a product that runs and for one that does not. */
await main(async () => {
  const asked = readOperatorArguments(process.argv.slice(2));
  if (!asked) throw new Stop(USAGE);
  const { command, args, reason, yes } = asked;
  const money = MONEY[command]?.(args);
  const change = money ?? CHANGES[command]?.(args);
  const list = args.length === 0 ? LISTS[command] : undefined;
  const view = VIEWS[command]?.(args);
  if (!change && !list && !view) throw new Stop(USAGE);
  if (change && !v.is(words(REASON_MAX_CHARS), reason)) {
    throw new Stop(`a change needs --reason, up to ${REASON_MAX_CHARS} characters: it is kept with it\n${USAGE}`);
  }
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    await migrateDatabase(reached.url);
    const { db, close } = openDatabase(reached.url, () => undefined, undefined, CHANGE_ANSWER_MS);
    try {
      const at = { db, gateway: gatewayOf(settings) };
      if (money) say(await changeMoney(at, money, { command, reason }, yes));
      else if (change) say(await makeChange(db, change as Change, { command, reason }));
      else for (const line of (await (view?.(at) ?? list?.(db))) ?? []) say(line);
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});

function makeChange(db: Database, change: Change, noted: { command: string; reason: string }): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${CHANGE_WITHIN}'`));
    const line = await change.run(tx);
    await noteOperator(tx, { ...noted, what: change.what });
    return line;
  });
}

/** Without `--yes` it is done, said and taken back. */
async function changeMoney(
  at: MoneyAround,
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
