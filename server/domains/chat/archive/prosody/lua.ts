/** A Lua table read from Prosody's archive files: its list part and its named fields. */
export type LuaTable = { readonly list: readonly LuaValue[]; readonly named: Readonly<Record<string, LuaValue>> };
/** A value in a `LuaTable` of Prosody's archive files, which are read only for the import. Never nil. */
export type LuaValue = string | number | boolean | LuaTable;

/** Maximum nesting, deeper than Prosody writes and far deeper than any of our stanzas. */
const MAX_DEPTH = 40;
/** One token at the current position: a string, number, word or punctuation character. */
const TOKEN = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|(-?[\d.]+(?:e[+-]?\d+)?)|([a-z]+)|([{}[\]=;,]))/iy;
const ESCAPE = /\\(?:(\d{1,3})|([\s\S]))/g;
const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Parses a table of a Prosody archive file, as Prosody serializes it (`util.serialization`), and no other Lua; undefined for anything
 * else. The file is untrusted data of another program, so it is parsed and never executed. `text` has one character per byte, as Lua
 * counts them.
 */
export function readLuaTable(text: string): LuaTable | undefined {
  let place = 0;

  function next(): string | number | boolean | { sign: string } | undefined {
    TOKEN.lastIndex = place;
    const found = TOKEN.exec(text);
    if (!found) return undefined;
    place = TOKEN.lastIndex;
    const [, quoted, number, word, sign] = found;
    if (quoted !== undefined) return unescaped(quoted);
    if (number !== undefined) return Number.isFinite(Number(number)) ? Number(number) : undefined;
    if (word !== undefined) return word === 'true' || word === 'false' ? word === 'true' : undefined;
    return sign === undefined ? undefined : { sign };
  }

  const isSign = (token: ReturnType<typeof next>, sign: string) => typeof token === 'object' && token.sign === sign;

  function value(token: ReturnType<typeof next>, depth: number): LuaValue | undefined {
    return typeof token === 'object' ? (token.sign === '{' ? table(depth + 1) : undefined) : token;
  }

  function table(depth: number): LuaTable | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const list: LuaValue[] = [];
    const named: Record<string, LuaValue> = Object.create(null);
    for (;;) {
      const token = next();
      if (isSign(token, '}')) return { list, named };
      if (isSign(token, '[')) {
        const key = next();
        if (!isSign(next(), ']') || !isSign(next(), '=')) return undefined;
        const held = value(next(), depth);
        if ((typeof key !== 'string' && typeof key !== 'number') || held === undefined) return undefined;
        named[key] = held;
      } else {
        const held = value(token, depth);
        if (held === undefined) return undefined;
        list.push(held);
      }
      const end = next();
      if (isSign(end, '}')) return { list, named };
      if (!isSign(end, ';') && !isSign(end, ',')) return undefined;
    }
  }

  const whole = isSign(next(), '{') ? table(1) : undefined;
  return text.slice(place).trim() === '' ? whole : undefined;
}

function unescaped(quoted: string): string {
  const bytes = quoted.replace(ESCAPE, (_, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (LETTERS[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number(code)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
