import fc from 'fast-check';
import type { GenericSchema } from 'valibot';
import { plainText } from '#contract/xml/characters.ts';

/** What is read here of a valibot schema. */
type Action = { readonly type: string; readonly requirement?: number | RegExp };
type Shape = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly pipe?: readonly Action[];
};

/** Letters of all scripts, as they are after one way over the wire. */
const words = fc.string({ unit: 'grapheme' }).map(plainText);

/** Values of a schema. A schema with parts that no kind of message has used so far is an error: they are added here. */
export function valuesOf(schema: GenericSchema): fc.Arbitrary<unknown> {
  const { type, entries = {}, pipe: [, ...actions] = [] } = schema as unknown as Shape;
  const numberOf = (name: string) => actions.find((action) => action.type === name)?.requirement as number | undefined;
  const known = ['min_length', 'max_length', 'regex', 'integer', 'min_value'];
  const unknown = actions.find((action) => !known.includes(action.type));
  if (unknown) throw new TypeError(`No values for ${unknown.type}`);
  switch (type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, valuesOf(entry)])));
    case 'number':
      return fc.integer({ min: numberOf('min_value') ?? 0, max: Number.MAX_SAFE_INTEGER });
    case 'string': {
      const pattern = actions.find((action) => action.type === 'regex')?.requirement;
      if (pattern instanceof RegExp) return fc.stringMatching(pattern);
      const [min, max] = [numberOf('min_length') ?? 0, numberOf('max_length') ?? 100];
      const longest = fc.constant('\u{1f600}'.repeat(max / 2));
      const fits = ({ length }: string) => length >= min && length <= max;
      return fc.oneof({ weight: 20, arbitrary: words.filter(fits) }, longest);
    }
    default:
      throw new TypeError(`No values for ${type}`);
  }
}
