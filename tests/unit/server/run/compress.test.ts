import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { compressFolder } from '../../../../tools/build/compress.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemcall-compress-'));
afterEach(() => rmSync(folder, { recursive: true }));

test('text files get two compressed copies of the same content; pictures and short files get none', () => {
  mkdirSync(join(folder, 'assets'));
  const text = 'export const hello = () => "hello";\n'.repeat(100);
  writeFileSync(join(folder, 'assets', 'a.js'), text);
  writeFileSync(join(folder, 'assets', 'b.webp'), text);
  writeFileSync(join(folder, 'c.css'), 'a{}');
  compressFolder(folder);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  expect(made).toEqual(['assets', 'assets/a.js', 'assets/a.js.br', 'assets/a.js.gz', 'assets/b.webp', 'c.css']);
  const of = (end: string) => readFileSync(join(folder, 'assets', `a.js${end}`));
  expect(brotliDecompressSync(of('.br')).toString()).toBe(text);
  expect(gunzipSync(of('.gz')).toString()).toBe(text);
  expect(of('.br').length).toBeLessThan(text.length / 10);
});
