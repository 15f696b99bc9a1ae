/** A shell block of the manual, with the marker in the line above it. */
export type Block = {
  readonly line: number;
  readonly text: string;
  readonly name?: string;
  readonly untested?: string;
};

const FENCE = /^```(\w*)$/;
const MARKER = /^<!-- (?<kind>tested|not tested): (?<words>.+) -->$/;

/** The shell blocks of a Markdown page, in its order. */
export function readBlocks(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const language = FENCE.exec(lines[at] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', at + 1);
    if (end === -1) throw new Error(`line ${at + 1}: this block has no end`);
    const { kind, words } = MARKER.exec(lines[at - 1] ?? '')?.groups ?? {};
    const block = { line: at + 1, text: lines.slice(at + 1, end).join('\n') };
    if (language === 'sh') {
      blocks.push({ ...block, ...(kind === 'tested' ? { name: words ?? '' } : kind ? { untested: words ?? '' } : {}) });
    }
    at = end;
  }
  return blocks;
}

/** The text of a block with the given words for its `<placeholders>`; each has to be given, and only those. */
export function fillIn({ text, line }: Block, words: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const filled = text.replaceAll(/<([a-z][a-z ]*)>/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`line ${line}: <${name}> is not given`);
    used.add(name);
    return word;
  });
  const unused = Object.keys(words).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`line ${line}: the block has no <${unused.join('>, <')}>`);
  return filled;
}
