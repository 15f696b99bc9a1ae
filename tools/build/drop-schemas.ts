import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Property = Node & { readonly key?: { readonly name?: string } };

/**
 * Object literals, recognised by their fields, and the field that no worker reads: of the row of an endpoint the schema of its input, which
 * only the server parses; of the row of a command the schema of its result, from which only types are derived.
 */
const ROWS = [
  { fields: ['path', 'access', 'input', 'output'], unread: 'input' },
  { fields: ['args', 'value'], unread: 'value' },
] as const;

/** Every object literal in a syntax tree. */
function objectsIn(node: unknown): (Node & { readonly properties: readonly Property[] })[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(objectsIn);
  return Reflect.get(node, 'type') === 'ObjectExpression'
    ? [node as ReturnType<typeof objectsIn>[number], ...below]
    : below;
}

/** The place of a property with the comma beside it; undefined if the object lacks it or has no other property. */
function placeOf(properties: readonly Property[], name: string): readonly [start: number, end: number] | undefined {
  const at = properties.findIndex(({ key }) => key?.name === name);
  const [before, property, after] = [properties[at - 1], properties[at], properties[at + 1]];
  if (property && after) return [property.start, after.start];
  return property && before && [before.end, property.end];
}

/**
 * Removes schemas that nothing reads from the tables of endpoints and commands of a worker: they would be dead weight there, some 2 kB
 * (compressed) of the core.
 */
export const dropSchemas = (): Plugin => ({
  name: 'drop-schemas',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/.*(endpoints|commands)\.ts$/ },
    handler(code) {
      const cuts = objectsIn(this.parse(code)).flatMap(({ properties }) => {
        const names = properties.map(({ key }) => key?.name);
        const row = ROWS.find(({ fields }) => fields.every((field) => names.includes(field)));
        const place = row && placeOf(properties, row.unread);
        return place ? [place] : [];
      });
      let left = code;
      // From the end, so that earlier places stay valid.
      for (const [start, end] of cuts.sort(([a], [b]) => b - a)) left = left.slice(0, start) + left.slice(end);
      return { code: left, map: null };
    },
  },
});
