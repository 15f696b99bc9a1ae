/** Names of settings that other programs of the product read: a variable of such a name is no fault, and a misspelt one is reported too. */
const OTHER_NAMES = ['BRAND', 'GATEWAY_WEBHOOK_URL', 'XMPP_NODES', 'XMPP_DATA', 'XMPP_MODULES'];
/** Names that other software sets and that happen to resemble a setting; they are not reported. */
const FOREIGN = new Set(['NODE', 'NODE_IP', 'NODE_ENV', 'HOSTS', 'PORTS', 'POST', 'RAND']);
/** Maximum length of a short setting name, such as HOST. Too many words resemble one, so only one letter may differ, and case counts. */
const SHORT = 5;
/** Maximum number of letters, in all words together, in which a variable may differ from a setting with as many words. */
const DISTANCE_MAX = 3;

/**
 * Finds environment variables that are no settings but resemble one, such as DATABSE_URL, with the setting that is probably meant. Without
 * this check a misspelt setting has no effect and its default applies.
 */
export function findMisspelt(
  env: Readonly<Record<string, string | undefined>>,
  settings: ReadonlySet<string>,
): readonly { readonly name: string; readonly meant: string }[] {
  const known = [...settings, ...OTHER_NAMES];
  const unknown = Object.keys(env).filter(
    (name) => env[name] !== undefined && !known.includes(name) && !FOREIGN.has(name) && !/^(PG|npm_)/.test(name),
  );
  return unknown.flatMap((name) => {
    const meant = known.find((setting) => resembles(name, setting));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function resembles(name: string, setting: string): boolean {
  if (setting.length <= SHORT) return distance(name, setting) <= 1;
  const [words, meant] = [wordsOf(name), wordsOf(setting)];
  // With another number of words only one letter may differ, as in DATABASEURL: many names of other software share a word with a
  // setting (NODE is not NODE_ID).
  if (words.length !== meant.length) return distance(words.join(''), meant.join('')) <= 1;
  const distances = words.map((word, at) => distance(word, meant[at] ?? ''));
  const isSlip = distances.every((found, at) => found <= slipMax(words[at] ?? '', meant[at] ?? ''));
  return isSlip && distances.reduce((sum, found) => sum + found, 0) <= DISTANCE_MAX;
}

/**
 * How many letters of a word may differ: fewer than half of the longer one, at least one, and only one when the first letters differ
 * (REDIS_URL is not MEDIA_URL).
 */
const slipMax = (word: string, meant: string) =>
  word[0] === meant[0] ? Math.max(1, Math.floor((Math.max(word.length, meant.length) - 1) / 2)) : 1;

const wordsOf = (name: string) => name.toUpperCase().split(/[^A-Z0-9]+/);

/** The number of letters to insert, remove, replace, or exchange with the next one (optimal string alignment distance). */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const isExchanged = at > 0 && column > 0 && letter === to[column - 1] && from[at - 1] === other;
      const exchanged = isExchanged ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
