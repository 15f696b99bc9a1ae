import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LuaValue, readLuaTable } from '../../../../server/domains/chat/archive/prosody/lua.ts';

test('lists, names, nesting and all kinds of Lua values are parsed', () => {
  expect(readLuaTable('{\n\t"a";\n\t{ 1.5; };\n\t["k"] = -2;\n\t["t"] = { ["b"] = true; };\n}')).toEqual({
    list: ['a', { list: [1.5], named: {} }],
    named: { k: -2, t: { list: [], named: { b: true } } },
  });
  expect(readLuaTable('{}')).toEqual({ list: [], named: {} });
});

/** The escapes of Prosody's `util.serialization`. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  "'": "\\'",
  '\\': '\\\\',
};
const quoted = (text: string) =>
  `"${Buffer.from(text)
    .toString('latin1')
    .replace(/[^ !#-&(-[\]-~]/g, (sign) => ESCAPES[sign] ?? `\\${String(sign.charCodeAt(0)).padStart(3, '0')}`)}"`;

test('any text is parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(readLuaTable(`{ ${quoted(text)}; }`)?.list).toEqual([text]);
    }),
  );
});

test.each([
  ['a call', '{ os.execute("x"); }'],
  ['a name', '{ print; }'],
  ['arithmetic', '{ 1 + 1; }'],
  ['a second value', '{} {}'],
  ['an open end', '{ "a"'],
  ['an open text', '{ "a; }'],
  ['a key without a value', '{ ["a"]; }'],
  ['a nesting beyond the limit', `${'{'.repeat(100)}${'}'.repeat(100)}`],
  ['no table', '"a"'],
])('%s is not parsed', (_, text) => {
  expect(readLuaTable(text)).toBeUndefined();
});

test('hostile text is either refused or parsed, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]"\\;=,ab1. \n'), maxLength: 60 }), (text) => {
      const read: LuaValue | undefined = readLuaTable(`{${text}}`);
      expect(['object', 'undefined']).toContain(typeof read);
    }),
  );
  // JavaScript property names have no special meaning.
  expect(readLuaTable('{ ["__proto__"] = { ["polluted"] = true; }; }')?.named['polluted']).toBeUndefined();
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
