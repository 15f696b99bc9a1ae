import { posix } from 'node:path';

/** The existing files that each file imports, including type imports. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Strongly connected components (Tarjan), each sorted. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];

  function visit(node: string): void {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(node) !== number) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.toSorted());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}

/** A folder and its subfolders count as one. */
const isWithin = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

/** The folders that each folder imports from. */
export function foldersOf(imports: Imports): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = posix.dirname(file);
    for (const target of targets) {
      const to = posix.dirname(target);
      if (isWithin(from, to)) continue;
      const known = folders.get(from) ?? new Set();
      folders.set(from, known.add(to));
    }
  }
  return folders;
}

/** `a -> b` for each import that is part of a cycle. */
export const edgesInCircles = (graph: Graph): string[] =>
  circlesOf(graph).flatMap((group) =>
    group.flatMap((a) => group.filter((b) => graph.get(a)?.has(b)).map((b) => `${a} -> ${b}`)),
  );
