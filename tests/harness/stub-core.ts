import type { CommandRow } from '#contract/command.ts';
import { commandRows } from '#contract/commands.ts';
import type { CoreApi } from '#contract/core.ts';
import { ok } from '#contract/result.ts';

/** The fields of a valibot schema that a sample needs. */
type Shape = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly options?: readonly unknown[];
};

/** The simplest value that satisfies the schema: zeros, empty texts and lists, the first option. */
function sampleOf({ type, entries = {}, options = [] }: Shape): unknown {
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, sampleOf(entry)]));
    case 'array':
      return [];
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'picklist':
      return options[0];
    case 'null':
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
    default:
      throw new TypeError(`no sample of ${type}`);
  }
}

/** A core with every command. Each call is passed to `onCall`, and answered by `overrides` or else with success and the simplest value. */
export function stubCore(
  overrides: Partial<CoreApi> = {},
  onCall: (name: keyof CoreApi, args: readonly unknown[]) => void = () => {},
): CoreApi {
  const rows: readonly (readonly [string, CommandRow])[] = Object.entries(commandRows);
  const stubs = rows.map(([name, { value }]) => {
    const own = overrides[name as keyof CoreApi] as ((...args: readonly unknown[]) => Promise<unknown>) | undefined;
    const run = async (...args: readonly unknown[]) => {
      onCall(name as keyof CoreApi, args);
      return own ? own(...args) : ok(sampleOf(value as unknown as Shape));
    };
    return [name, run];
  });
  return Object.fromEntries(stubs) as CoreApi;
}
