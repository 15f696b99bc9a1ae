import * as v from 'valibot';
import { isBlank } from '../../../contract/visible-text.ts';
import type { Transaction } from '../../platform/database/connect.ts';

/**
 * Thrown when an action cannot be done, with a one-line message for the operator, such as an invalid field. The transaction is rolled
 * back.
 */
export class Refused extends Error {}

/** The result of an action, as the operator sees it: lines of text, secrets that are shown once, and the subject for follow-up actions. */
export type Outcome = {
  readonly lines: readonly string[];
  /** Shown once and never stored; only when the change is committed. */
  readonly secret?: readonly string[];
  /** Subject of the action by field names, to pre-fill the forms of follow-up actions. */
  readonly about?: Readonly<Record<string, string>>;
};

/** An input field of an action, as the page and the usage text show it: label, hint, and the shape of the input. */
export type Field = {
  readonly label: string;
  readonly hint?: string;
  /** `text` is a multi-line input; default: `line`. */
  readonly shape?: 'line' | 'text' | { readonly choices: readonly string[] };
};

type Entries = Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>;
type Row<E extends Entries> = {
  /** Its words on the command line. */
  readonly name: string;
  readonly title: string;
  /** Description for the operator who is about to run it. */
  readonly about: string;
  /** `look` is read-only and runs without a dry run; it is logged too, because it shows private data. */
  readonly kind: 'look' | 'change';
  /** `command`: on the command line only, not on the page. */
  readonly where: 'everywhere' | 'command';
  /** Schema of the fields, in the order of command-line arguments. */
  readonly entries: E;
  readonly fields: { readonly [K in keyof E]: Field };
  /** Runs the action; `by` is its entry in the operator log, `op:<id>`. */
  run(tx: Transaction, input: v.InferOutput<v.ObjectSchema<E, undefined>>, by: string): Promise<Outcome>;
};

/** An action with parsed input, which `perform` runs in a transaction; its input (`what`) is stored in the operator log. */
export type PreparedAction = Pick<Act, 'name' | 'kind'> & {
  readonly what: unknown;
  run(tx: Transaction, by: string): Promise<Outcome>;
};

/**
 * One action of the operator, such as `lock` or `close`, with its texts, input fields, parser and effect; available on the command line
 * and, by `where`, on the page.
 */
export type Act = Omit<Row<Entries>, 'entries' | 'fields' | 'run'> & {
  readonly fields: Readonly<Record<string, Field>>;
  readonly needed: readonly string[];
  /** Parses the input. Throws `Refused` for the first invalid field, named by its label. */
  read(given: Readonly<Record<string, string>>): PreparedAction;
};

/** Creates an action from its typed definition; the files in `operator/acts` define all of them. */
export function act<const E extends Entries>({ entries, fields, run, ...row }: Row<E>): Act {
  const schema = v.object(entries);
  return {
    ...row,
    fields,
    needed: Object.entries(entries).flatMap(([name, entry]) => (v.is(entry, undefined) ? [] : [name])),
    read(given) {
      // An empty form field, or '' on a command line, counts as absent.
      const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => !isBlank(text)));
      const parsed = v.safeParse(schema, filled);
      if (!parsed.success) throw new Refused(faultIn(parsed.issues[0], fields, filled));
      const input = parsed.output;
      return { name: row.name, kind: row.kind, what: input, run: (tx, by) => run(tx, input, by) };
    },
  };
}

function faultIn(
  issue: v.BaseIssue<unknown>,
  fields: Readonly<Record<string, Field>>,
  given: Readonly<Record<string, string>>,
): string {
  const name = v.getDotPath(issue) ?? '';
  const label = fields[name]?.label ?? name;
  return Object.hasOwn(given, name) ? `${label}: ${issue.message}` : `${label} is missing`;
}

/** Maps command-line words to the fields of an action by position, for `Act.read`; undefined if there are too many. */
export function byPlace(row: Act, words: readonly string[]): Readonly<Record<string, string>> | undefined {
  const names = Object.keys(row.fields);
  if (words.length > names.length) return undefined;
  return Object.fromEntries(words.map((word, place) => [names[place] ?? '', word]));
}

/** Usage text of an action on the command line, for the help and after invalid input. */
export const usageOf = ({ name, fields, needed }: Act): string =>
  [
    name,
    ...Object.entries(fields).map(([field, { shape }]) => {
      const words = typeof shape === 'object' ? shape.choices.join('|') : field;
      return needed.includes(field) ? `<${words}>` : `[${words}]`;
    }),
  ].join(' ');
