import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { MESSAGE_MAX_CHARS } from '../../contract/chat/rules.ts';
import { typedText } from '../../contract/typed-text.ts';
import { noteOperator } from '../account/site/operator-log.ts';
import {
  changeSiteSetting,
  isSiteSetting,
  loadSiteSettings,
  SITE_SETTINGS,
  type SiteSettingKey,
  type SiteSettings,
} from '../account/site/settings.ts';
import { sayOfficially } from '../chat/service-outbox/say.ts';
import { type Database, openDatabase, type Transaction } from '../database/connect.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { readSettings } from './backend.ts';
import { reachOwnDatabase } from './reach-database.ts';
import { main, Stop, say } from './stop.ts';

const USAGE = `usage: npm run operator -- <command>
  settings
  set <setting> <on|off|number|default> --reason <why>
  official <uid|all> <text> --reason <why>
settings: ${Object.keys(SITE_SETTINGS).join(', ')}`;
const REASON_MAX_CHARS = 500;
/** A message to all accounts is one statement, and no request waits for it. */
const CHANGE_WITHIN = '10min';
const CHANGE_ANSWER_MS = 660_000;

type Value = SiteSettings[SiteSettingKey];
/** Runs a command in a transaction with its log entry; returns the line that reports it. */
type Change = { readonly what: unknown; run(tx: Transaction): Promise<string> };
const WORDS: Readonly<Record<string, boolean>> = { on: true, off: false };
const show = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
const words = (max: number) => v.pipe(typedText, v.trim(), v.minLength(1), v.maxLength(max));

const CHANGES: Readonly<Record<string, (args: readonly string[]) => Change | undefined>> = { set: setting, official };

/** `npm run operator -- set enableCallback off --reason spam`: what holds from this moment on, for a product that runs and for one that does not. */
await main(async () => {
  const { command = '', args, reason } = readArguments();
  const change = CHANGES[command]?.(args);
  if (!change && !(command === 'settings' && args.length === 0)) throw new Stop(USAGE);
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
      if (change) say(await makeChange(db, change, { command, reason }));
      else for (const [name, value] of Object.entries(await loadSiteSettings(db))) say(`${name}: ${show(value)}`);
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});

function readArguments() {
  try {
    const options = { reason: { type: 'string', default: '' } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [command, ...args] = positionals;
    return { command, args, reason: values.reason.trim() };
  } catch {
    throw new Stop(USAGE);
  }
}

function makeChange(db: Database, change: Change, noted: { command: string; reason: string }): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = '${CHANGE_WITHIN}'`));
    const line = await change.run(tx);
    await noteOperator(tx, { ...noted, what: change.what });
    return line;
  });
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

function official([to = '', text = '', ...more]: readonly string[]): Change | undefined {
  const parsed = v.safeParse(words(MESSAGE_MAX_CHARS), text);
  if (more.length > 0 || !/^(all|[1-9]\d{0,14})$/.test(to)) return undefined;
  if (!parsed.success) throw new Stop(`the text must have 1 to ${MESSAGE_MAX_CHARS} characters`);
  return {
    what: { to, text: parsed.output },
    async run(tx) {
      const count = await sayOfficially(tx, to === 'all' ? 'all' : Number(to), parsed.output);
      if (count === 0) throw new Stop(to === 'all' ? 'there is nobody yet' : `nobody has the number ${to}`);
      return `the team says it to ${to === 'all' ? `everybody (${count})` : to}`;
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
