import fc from 'fast-check';
import type { GenericSchema } from 'valibot';
import { plainText } from '#contract/xml/characters.ts';

/** The parts of a valibot schema that are read here. */
type Action = { readonly type: string; readonly requirement?: unknown };
type Shape = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly pipe?: readonly Action[];
  readonly item?: GenericSchema;
  readonly wrapped?: GenericSchema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly key?: GenericSchema;
  readonly value?: GenericSchema;
};

/** Text in all scripts, normalized as after one wire round trip. */
const words = fc.string({ unit: 'grapheme' }).map(plainText);

const KNOWN = ['min_length', 'max_length', 'length', 'regex', 'integer', 'min_value', 'max_value', 'check'];

const EMOJI = ['👍', '👍🏽', '❤️', '👩‍❤️‍💋‍👨', '🇹🇷', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'];

/** Arbitrary values of a schema. Throws for a schema type that is not supported here yet. */
export function valuesOf(schema: GenericSchema): fc.Arbitrary<unknown> {
  const shape = schema as unknown as Shape;
  const { pipe: [, ...actions] = [] } = shape;
  const unknown = actions.find((action) => !KNOWN.includes(action.type));
  if (unknown) throw new TypeError(`No values for ${unknown.type}`);
  const checks = actions.filter((action) => action.type === 'check') as { requirement(value: unknown): boolean }[];
  const values = unchecked(shape, actions);
  return checks.length > 0 ? values.filter((value) => checks.every((one) => one.requirement(value))) : values;
}

function unchecked(shape: Shape, actions: readonly Action[]): fc.Arbitrary<unknown> {
  const { type, entries = {}, options = [] } = shape;
  const numberOf = (name: string) => actions.find((action) => action.type === name)?.requirement as number | undefined;
  const [min = 0, max = 100] = [
    numberOf('length') ?? numberOf('min_length'),
    numberOf('length') ?? numberOf('max_length'),
  ];
  switch (type) {
    case 'object':
    case 'strict_object': {
      const isOptional = (entry: GenericSchema) => (entry as unknown as Shape).type === 'optional';
      const required = Object.keys(entries).filter((key) => entries[key] && !isOptional(entries[key]));
      const fields = Object.entries(entries).map(([key, entry]) => [key, valuesOf(entry)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    case 'optional':
      return valuesOf(shape.wrapped as GenericSchema);
    case 'variant':
    case 'union':
      return fc.oneof(...options.map((option) => valuesOf(option as GenericSchema)));
    case 'picklist':
      return fc.constantFrom(...options);
    case 'literal':
      return fc.constant(shape.literal);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(shape.item as GenericSchema), { minLength: min, maxLength: max, size: 'max' });
    case 'record':
      return fc.dictionary(
        valuesOf(shape.key as GenericSchema) as fc.Arbitrary<string>,
        valuesOf(shape.value as GenericSchema),
        {
          maxKeys: 8,
          noNullPrototype: true,
        },
      );
    case 'number': {
      const [least, most] = [numberOf('min_value') ?? 0, numberOf('max_value') ?? Number.MAX_SAFE_INTEGER];
      if (actions.some((action) => action.type === 'integer')) return fc.integer({ min: least, max: most });
      return fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
    }
    case 'string': {
      const pattern = actions.find((action) => action.type === 'regex')?.requirement;
      const fits = ({ length }: string) => length >= min && length <= max;
      // fast-check makes no values of Unicode properties, which only the emoji of reactions have.
      if (pattern instanceof RegExp && pattern.source.includes('Extended_Pictographic'))
        return fc.constantFrom(...EMOJI);
      if (pattern instanceof RegExp) {
        const matching = fc.stringMatching(pattern);
        return numberOf('max_length') === undefined ? matching : matching.filter(fits);
      }
      const longest = fc.constant('\u{1f600}'.repeat(max / 2));
      return fc.oneof({ weight: 20, arbitrary: words.filter(fits) }, longest);
    }
    default:
      throw new TypeError(`No values for ${type}`);
  }
}
