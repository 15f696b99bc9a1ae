import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Property = Node & { readonly key?: { readonly name?: string } };

/** Fields by which an object literal is recognised as a row of an endpoint table. */
const OF_ROW = ['path', 'access', 'input', 'output'];

/** Every object literal in a syntax tree. */
function objectsIn(node: unknown): (Node & { readonly properties: readonly Property[] })[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(objectsIn);
  return Reflect.get(node, 'type') === 'ObjectExpression'
    ? [node as ReturnType<typeof objectsIn>[number], ...below]
    : below;
}

/**
 * Removes the schemas of inputs from the endpoint tables of a worker: only the server parses requests, so they would be dead weight there,
 * 1.7 kB (compressed) of the core.
 */
export const dropInputs = (): Plugin => ({
  name: 'drop-inputs',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/.*endpoints\.ts$/ },
    handler(code) {
      const cuts = objectsIn(this.parse(code)).flatMap(({ properties }) => {
        const names = properties.map(({ key }) => key?.name);
        const at = names.indexOf('input');
        const [property, next] = [properties[at], properties[at + 1]];
        return property && next && OF_ROW.every((name) => names.includes(name)) ? [[property.start, next.start]] : [];
      });
      let left = code;
      // From the end, so that earlier places stay valid.
      for (const [start = 0, end = 0] of cuts.sort(([a = 0], [b = 0]) => b - a))
        left = left.slice(0, start) + left.slice(end);
      return { code: left, map: null };
    },
  },
});
