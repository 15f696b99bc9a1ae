import * as v from 'valibot';
import { isBlank } from '../../../contract/text/visible-text.ts';
import type { Config } from '../../config.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Gateway } from '../payments/gateway.ts';

/**
 * Thrown when an action cannot be done, with a one-line message for the operator, such as an invalid field. The transaction is rolled
 * back.
 */
export class Refused extends Error {}

/** Values of an action's fields by their names, unparsed, as a form or a command line has them. */
export type Given = Readonly<Record<string, string>>;

/** A line of a result. With `next`, the page links it to the action of that name, its form filled in with `given`. */
export type Line = string | { readonly text: string; readonly next: string; readonly given: Given };

/** The text of a line without its link, for the command line. */
export const textOf = (line: Line): string => (typeof line === 'string' ? line : line.text);

/**
 * The result of an action, as the operator sees it: lines of text, pictures, a clip, secrets that are shown once, and the subject for
 * follow-up actions.
 */
export type Outcome = {
  readonly lines: readonly Line[];
  /** The account whose private clip the page plays (`/clip`), as long as the entry in the log is fresh. */
  readonly clipOf?: number;
  /** Lines with new secrets, shown once and never stored; a dry run does not show them. */
  readonly secret?: readonly string[];
  /** Pictures that the page shows below the lines. */
  readonly pictures?: readonly { readonly alt: string; readonly jpeg: Buffer }[];
  /** Subject of the action by field names, to pre-fill the forms of follow-up actions. */
  readonly about?: Given;
};

/** An input field of an action, as the page and the usage text show it: label, hint, and the shape of the input. */
export type Field = {
  readonly label: string;
  readonly hint?: string;
  /** `text` is a multi-line input; default: `line`. */
  readonly shape?: 'line' | 'text' | Choices;
};
/** A choice of one of these words; the page shows their titles, if they have any. */
type Choices = { readonly choices: readonly string[]; readonly titles?: Given };

/**
 * Database, gateway and settings of the server, which an action may use before its transaction. `gateway`: undefined if payments are off.
 */
export type ActDeps = {
  readonly db: Database;
  readonly gateway: Gateway | undefined;
  readonly config: Pick<Config, 'dataDir' | 'identity' | 'payouts'>;
};

type Entries = Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>;
type InputOf<E extends Entries> = v.InferOutput<v.ObjectSchema<E, undefined>>;
type Row<E extends Entries, P> = {
  /** Name of the action: its words on the command line, and its key in the log and in the rights of roles. */
  readonly name: string;
  readonly title: string;
  /** Description for the operator who is about to run it. */
  readonly about: string;
  /**
   * `change` is first a dry run. `look` is read-only; it is logged too, because it shows data of users. `list` is read-only, has no fields,
   * and shows data of the house alone: it needs no reason and is not logged.
   */
  readonly kind: 'list' | 'look' | 'change';
  /** `command`: on the command line only, not on the page. */
  readonly where: 'everywhere' | 'command';
  /** Schema of the fields, in the order of command-line arguments. */
  readonly entries: E;
  readonly fields: { readonly [K in keyof E]: Field };
  /** Asks the gateway, or reads what takes long, before the transaction. */
  prepare?(at: ActDeps, input: InputOf<E>): Promise<P>;
  /** Runs the action; `by` is its entry in the operator log, `op:<id>` ('' for a list). */
  run(tx: Transaction, input: InputOf<E>, by: string, prepared: P): Promise<Outcome>;
};

/** An action with parsed input, for `perform`; its input (`what`) is stored in the operator log. */
export type PreparedAction = Pick<Act, 'name' | 'kind'> & {
  readonly what: unknown;
  /** Runs the queries that come before the transaction, and returns what then runs in it. */
  prepare(at: ActDeps): Promise<(tx: Transaction, by: string) => Promise<Outcome>>;
};

/**
 * One action of the operator, such as `lock` or `close`, with its texts, input fields, parser and effect; available on the command line
 * and, by `where`, on the page.
 */
export type Act = Omit<Row<Entries, unknown>, 'entries' | 'fields' | 'prepare' | 'run'> & {
  readonly fields: Readonly<Record<string, Field>>;
  /** Names of the fields that may not be empty. */
  readonly needed: readonly string[];
  /** Parses the input. Throws `Refused` for the first invalid field, named by its label. */
  read(given: Given): PreparedAction;
};

/** Creates an action from its typed definition; the files in `operator/acts` define all of them. */
export function act<const E extends Entries, P = undefined>({ entries, fields, ...row }: Row<E, P>): Act {
  const schema = v.object(entries);
  const { name, title, about, kind, where } = row;
  return {
    name,
    title,
    about,
    kind,
    where,
    fields,
    needed: Object.entries(entries).flatMap(([name, entry]) => (v.is(entry, undefined) ? [] : [name])),
    read(given) {
      // An empty form field, or '' on a command line, counts as absent.
      const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => !isBlank(text)));
      const parsed = v.safeParse(schema, filled);
      if (!parsed.success) throw new Refused(faultIn(parsed.issues[0], fields, filled));
      const input = parsed.output;
      return {
        name,
        kind,
        what: input,
        async prepare(at) {
          const prepared = (await row.prepare?.(at, input)) as P;
          return (tx, by) => row.run(tx, input, by, prepared);
        },
      };
    },
  };
}

function faultIn(issue: v.BaseIssue<unknown>, fields: Readonly<Record<string, Field>>, given: Given): string {
  const name = v.getDotPath(issue) ?? '';
  const label = fields[name]?.label ?? name;
  return Object.hasOwn(given, name) ? `${label}: ${issue.message}` : `${label} is missing`;
}

/** Maps command-line words to the fields of an action by position, for `Act.read`; undefined if there are too many. */
export function byPlace(row: Act, words: readonly string[]): Given | undefined {
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
