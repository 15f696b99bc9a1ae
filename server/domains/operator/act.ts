import * as v from 'valibot';
import type { Transaction } from '../../platform/database/connect.ts';

/** What a person gets wrong, in one line. The transaction is taken back. */
export class Refused extends Error {}

/** What was done or seen. */
export type Outcome = {
  readonly lines: readonly string[];
  /** Shown once and never kept: only when it is really done. */
  readonly secret?: readonly string[];
  /** Whom and what it was about, by the names of fields: what may come next begins with these. */
  readonly about?: Readonly<Record<string, string>>;
};

export type Field = {
  readonly label: string;
  readonly hint?: string;
  /** `text`: of several lines. */
  readonly shape?: 'line' | 'text' | { readonly choices: readonly string[] };
};

type Entries = Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>;
type Row<E extends Entries> = {
  /** Words of the command line. */
  readonly name: string;
  readonly title: string;
  /** What it does, for who is about to do it. */
  readonly about: string;
  /** `look`: changes nothing, so it is not tried first; it is logged all the same, because it shows what people said or own. */
  readonly kind: 'look' | 'change';
  /** `command`: on the machine alone. */
  readonly where: 'everywhere' | 'command';
  /** In the order in which the command line takes them. */
  readonly entries: E;
  readonly fields: { readonly [K in keyof E]: Field };
  /** Runs under the name of its entry in the log, `op:<id>`. */
  run(tx: Transaction, input: v.InferOutput<v.ObjectSchema<E, undefined>>, by: string): Promise<Outcome>;
};

/** A row whose words were read. `what` is logged. */
export type Ready = Pick<Act, 'name' | 'kind'> & {
  readonly what: unknown;
  run(tx: Transaction, by: string): Promise<Outcome>;
};

/** One thing that the operator can do, by command and on the page. */
export type Act = Omit<Row<Entries>, 'entries' | 'fields' | 'run'> & {
  readonly fields: Readonly<Record<string, Field>>;
  readonly needed: readonly string[];
  /** Throws `Refused` with the first fault, named by its field. */
  read(given: Readonly<Record<string, string>>): Ready;
};

export function act<const E extends Entries>({ entries, fields, run, ...row }: Row<E>): Act {
  const schema = v.object(entries);
  return {
    ...row,
    fields,
    needed: Object.entries(entries).flatMap(([name, entry]) => (v.is(entry, undefined) ? [] : [name])),
    read(given) {
      // An empty field of a form, and '' on a command line, stand for nothing.
      const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''));
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

/** Words of a command line, in the order of the fields; undefined for too many. */
export function byPlace(row: Act, words: readonly string[]): Readonly<Record<string, string>> | undefined {
  const names = Object.keys(row.fields);
  if (words.length > names.length) return undefined;
  return Object.fromEntries(words.map((word, place) => [names[place] ?? '', word]));
}

/** How a row is asked for on the command line. */
export const usageOf = ({ name, fields, needed }: Act): string =>
  [
    name,
    ...Object.entries(fields).map(([field, { shape }]) => {
      const words = typeof shape === 'object' ? shape.choices.join('|') : field;
      return needed.includes(field) ? `<${words}>` : `[${words}]`;
    }),
  ].join(' ');
