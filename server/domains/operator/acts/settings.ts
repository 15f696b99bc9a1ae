import * as v from 'valibot';
import { readAuthor } from '../../account/site/operator-log.ts';
import {
  changeSiteSetting,
  loadSiteSettings,
  SITE_SETTINGS,
  type SiteSettingKey,
  type SiteSettings,
} from '../../account/site/settings.ts';
import { act, Refused } from '../act.ts';
import { choice } from '../fields.ts';
import { findOperator } from '../sign-in.ts';

/** Titles of the switches, for the operator who chooses one. */
const TITLES: Readonly<Record<SiteSettingKey, string>> = {
  enableLuckyBox: 'Lucky box: on or off',
  enablePaidUserFreeCall: 'Daily free call of users who have paid: on or off',
  enableUserTaskEntrance: 'Way from the wall to the tasks: on or off',
  enableCallback: 'Hosts ask users to call back: on or off',
  enableSilverClub: 'Silver calls: on or off',
  pauseMeasuring: 'Devices collect no events: on or off',
  silverCallDuration: 'Length of a silver call, in seconds',
  fairStartSeconds: 'Paid seconds within which a call costs nothing; 0 for none',
  hostPriceMin: 'Lowest price of a host, in gems a minute',
  hostPriceMax: 'Highest price of a host, in gems a minute',
  hostPriceStep: 'Step of the prices of hosts, in gems',
  payoutCents: 'Cents (USD) that a host gets for 1,000 gems',
  payoutOnePersonCents: 'Cents (USD) above which a payout needs two operators',
  payoutMinGems: 'Fewest gems of a payout',
  payoutHoldDays: 'Days for which earned gems are held',
};
const KEYS = Object.keys(SITE_SETTINGS) as readonly SiteSettingKey[];
/** Switches that only the command changes, because they bind operators of the page: one of them could lift the rule of two persons. */
const COMMAND_ONLY: ReadonlySet<SiteSettingKey> = new Set(['payoutOnePersonCents']);
const WORDS: Readonly<Record<string, boolean>> = { on: true, off: false };

type Value = SiteSettings[SiteSettingKey];
const shown = (value: Value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

function readValue(key: SiteSettingKey, word: string): Value | undefined {
  if (word === 'default') return undefined;
  const parsed = v.safeParse(SITE_SETTINGS[key], WORDS[word] ?? (/^\d+$/.test(word) ? Number(word) : word));
  if (!parsed.success) throw new Refused(`${key} cannot be '${word}'`);
  return parsed.output;
}

const list = act({
  name: 'settings',
  title: 'Switches',
  about: 'All switches with their values: what is on, the bounds of prices, and the terms of payouts.',
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const all = await loadSiteSettings(tx);
    return {
      lines: KEYS.map((key) => ({
        text: `${key}: ${shown(all[key])} (${TITLES[key]})`,
        next: 'set',
        given: { key, value: shown(all[key]) },
      })),
    };
  },
});

const set = act({
  name: 'set',
  title: 'Change a switch',
  about: 'Applies to everyone at once, without a restart.',
  kind: 'change',
  where: 'everywhere',
  entries: { key: choice(KEYS), value: v.pipe(v.string(), v.trim()) },
  fields: {
    key: { label: 'Switch', shape: { choices: KEYS, titles: TITLES } },
    value: { label: 'Value', hint: 'on, off or a number; default for the value of a new installation' },
  },
  async run(tx, { key, value: word }, by) {
    if (COMMAND_ONLY.has(key) && (await findOperator(tx, await readAuthor(tx, by)))) {
      throw new Refused(`${key} binds the operators of the page: it is changed by a command on the machine`);
    }
    const value = readValue(key, word);
    const before = await loadSiteSettings(tx);
    await changeSiteSetting(tx, key, value);
    const after = await loadSiteSettings(tx);
    return { lines: [`${key}: ${shown(before[key])} -> ${shown(after[key])}`] };
  },
});

/** Actions on the switches of the operator: list and change. */
export const SETTING_ACTS = [list, set] as const;
