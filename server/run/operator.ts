import * as v from 'valibot';
import {
  changeSiteSetting,
  isSiteSetting,
  loadSiteSettings,
  SITE_SETTINGS,
  type SiteSettingKey,
  type SiteSettings,
} from '../account/site/settings.ts';
import { openDatabase } from '../database/connect.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { readSettings } from './backend.ts';
import { reachOwnDatabase } from './reach-database.ts';
import { main, Stop, say } from './stop.ts';

const USAGE = `usage: npm run operator -- settings | set <setting> <on|off|number|default>
settings: ${Object.keys(SITE_SETTINGS).join(', ')}`;

type Value = SiteSettings[SiteSettingKey];
const WORDS: Readonly<Record<string, boolean>> = { on: true, off: false };
const show = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

/** `npm run operator -- set enableCallback off`: what holds from this moment on, for a product that runs and for one that does not. */
await main(async () => {
  const [command, key = '', word = '', ...more] = process.argv.slice(2);
  const change = command === 'set' && more.length === 0 ? readChange(key, word) : undefined;
  if (!change && !(command === 'settings' && key === '')) throw new Stop(USAGE);
  const settings = readSettings();
  const reached = settings.ownDatabase
    ? await reachOwnDatabase(settings.dataDir, settings.port)
    : { url: settings.databaseUrl, close: async () => {} };
  try {
    await migrateDatabase(reached.url);
    const { db, close } = openDatabase(reached.url, () => undefined);
    try {
      const before = await loadSiteSettings(db);
      if (change) await changeSiteSetting(db, change.key, change.value);
      const after = await loadSiteSettings(db);
      if (change) say(`${change.key}: ${show(before[change.key])} -> ${show(after[change.key])}`);
      else for (const [name, value] of Object.entries(after)) say(`${name}: ${show(value)}`);
    } finally {
      await close();
    }
  } finally {
    await reached.close();
  }
});

function readChange(key: string, word: string): { key: SiteSettingKey; value: Value | undefined } {
  if (!isSiteSetting(key)) throw new Stop(USAGE);
  if (word === 'default') return { key, value: undefined };
  const parsed = v.safeParse(SITE_SETTINGS[key], WORDS[word] ?? (/^\d+$/.test(word) ? Number(word) : word));
  if (word === '' || !parsed.success) throw new Stop(`${key} cannot be '${word}'\n${USAGE}`);
  return { key, value: parsed.output };
}
