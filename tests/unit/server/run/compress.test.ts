import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { compressFolder } from '../../../../tools/build/compress.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemcall-compress-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('text files and programs get two compressed copies of the same content; pictures and short files get none', () => {
  mkdirSync(join(folder, 'assets'));
  const text = 'export const hello = () => "hello";\n'.repeat(100);
  writeFileSync(join(folder, 'assets', 'a.js'), text);
  writeFileSync(join(folder, 'assets', 'b.webp'), text);
  writeFileSync(join(folder, 'c.css'), 'a{}');
  writeFileSync(join(folder, 'd.wasm'), text);
  compressFolder(folder);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const programs = ['d.wasm', 'd.wasm.br', 'd.wasm.gz'];
  const texts = ['assets/a.js', 'assets/a.js.br', 'assets/a.js.gz'];
  expect(made).toEqual(['assets', ...texts, 'assets/b.webp', 'c.css', ...programs]);
  const of = (end: string) => readFileSync(join(folder, 'assets', `a.js${end}`));
  expect(brotliDecompressSync(of('.br')).toString()).toBe(text);
  expect(gunzipSync(of('.gz')).toString()).toBe(text);
  expect(of('.br').length).toBeLessThan(text.length / 10);
});
