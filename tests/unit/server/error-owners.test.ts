import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * Functions of Node and the packages that return emitters of `error`, by module. An `error` event without a listener ends the process,
 * and a remote peer causes most of them by a reset.
 */
const EMITTERS: Readonly<Record<string, readonly string[]>> = {
  'node:net': ['connect', 'createConnection', 'createServer', 'Socket', 'Server'],
  'node:tls': ['connect', 'createServer'],
  'node:http': ['createServer', 'request', 'get'],
  'node:https': ['createServer', 'request', 'get'],
  'node:dgram': ['createSocket'],
  'node:child_process': ['spawn', 'fork', 'exec', 'execFile'],
  'node:worker_threads': ['Worker'],
  'node:fs': ['createReadStream', 'createWriteStream', 'watch'],
  'node:readline': ['createInterface'],
  'node:stream': ['Duplex', 'PassThrough', 'Readable', 'Transform', 'Writable'],
  ws: ['WebSocket', 'WebSocketServer'],
  pg: ['pg.Client', 'pg.Pool'],
  pino: ['pino.destination'],
};

/** Emitters created in one file and handled in another, or documented not to fail. */
const ELSEWHERE: readonly string[] = [
  // runStream owns both sides of a stream.
  'server/platform/edge/edge.ts: new WebSocket',
  // A server without its own port emits no error.
  'server/platform/edge/edge.ts: new WebSocketServer',
  // These servers listen briefly to test whether a port is free, and close at the first error.
  'server/platform/prosody/ports.ts: createServer',
  'tools/dev/port.ts: createServer',
];

const ROOT = new URL('../../../', import.meta.url);
const files = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
  .map((name) => `server/${name}`)
  .filter((name) => /\.(ts|mjs)$/.test(name));

const codeOf = (text: string) => text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1');
const escaped = (text: string) => text.replaceAll('.', '\\.');

/** The names under which a file can create emitters. */
function makersIn(code: string): string[] {
  const imports = [...code.matchAll(/^import (?!type\b)([^;]*?) from '([^']+)'/gm)];
  return imports.flatMap(([, names = '', module = '']) =>
    (EMITTERS[module] ?? []).filter((maker) =>
      new RegExp(`(?<!type )\\b${escaped(maker.split('.')[0] ?? '')}\\b`).test(names),
    ),
  );
}

/** The statement from `at` to the first line that ends with a semicolon. */
const statementFrom = (code: string, at: number) => /^[\s\S]*?;\n/.exec(code.slice(at))?.[0] ?? code.slice(at);

/** Emitters of a file without an `error` listener: neither at creation, nor under their name, nor in a loop. */
function unowned(file: string, text: string): string[] {
  const code = codeOf(text);
  return makersIn(code).flatMap((maker) =>
    [...code.matchAll(new RegExp(`(?<![\\w.])(?:new )?${escaped(maker)}\\b\\s*(?=[({])`, 'g'))].flatMap((found) => {
      const [made] = found;
      const before = code.slice(0, found.index);
      if (/\bfor await \([^;]*\bof\s*$/.test(before)) return [];
      if (/\.on\('error'/.test(afterCall(statementFrom(code, found.index)))) return [];
      const name = /(?:const|let)\s+(\w+)(?:\s*:\s*\w+)?\s*=\s*$/.exec(before)?.[1] ?? inheritor(before);
      const isOwned = name !== undefined && new RegExp(`\\b${name}\\s*\\.on\\(\\s*'error'`).test(code);
      const where = `${file}: ${made.trim()}`;
      return isOwned || ELSEWHERE.includes(where) ? [] : [where];
    }),
  );
}

/** The rest after the first call of a statement, because a listener on an argument does not count for the call. */
function afterCall(statement: string): string {
  let depth = 0;
  for (let at = statement.indexOf('('); at >= 0 && at < statement.length; at += 1) {
    if (statement[at] === '(') depth += 1;
    if (statement[at] === ')') depth -= 1;
    if (depth === 0) return statement.slice(at + 1);
  }
  return '';
}

const inheritor = (before: string) => (/\bextends\s*$/.test(before) ? 'this' : undefined);

describe('error listeners of the server', () => {
  test.each([
    ["import { connect } from 'node:net';\nconst socket = connect(1);\nsocket.on('data', take);\n", 1],
    ["import { connect } from 'node:net';\nconst socket: Socket = connect(1);\nsocket.on('error', end);\n", 0],
    ["import { WebSocket } from 'ws';\nopen(new WebSocket(url));\n", 1],
    ["import { createReadStream } from 'node:fs';\nfor await (const part of createReadStream(path)) take(part);\n", 0],
    ["import { createReadStream } from 'node:fs';\nreply.send(createReadStream(path));\n", 1],
    ["import pg from 'pg';\nclass Own extends pg.Client {\n  x() {\n    this.on('error', end);\n  }\n}\n", 0],
    ["import pg from 'pg';\nclass Own extends pg.Client {}\n", 1],
    // A readline interface re-emits the error of its input.
    ["import { createInterface } from 'node:readline';\ncreateInterface({ input: x.on('error', end) });\n", 1],
    ["import { createInterface } from 'node:readline';\ncreateInterface({ input: x }).on('error', end);\n", 0],
  ])('the search for unhandled emitters is correct for %j', (text, faults) =>
    expect(unowned('x.ts', text)).toHaveLength(faults),
  );

  test('every socket, stream, process, thread and database client has an error listener', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => unowned(file, readFileSync(new URL(file, ROOT), 'utf8')))).toEqual([]);
  });

  test('the output of every child process has an error listener, and no code calls pipe', () => {
    const faults = files.flatMap((file) => {
      const code = codeOf(readFileSync(new URL(file, ROOT), 'utf8')).replaceAll('v.pipe(', '');
      const reads = /\bspawn\([^;]*?\bstdio:[^\n]*'pipe'/.test(code);
      const isOwned = /\b(?:stream|lines)\.on\('error'/.test(code);
      // `pipe` does not forward errors, `pipeline` does.
      return [...(reads && !isOwned ? [`${file}: output`] : []), ...(/\.pipe\(/.test(code) ? [`${file}: pipe`] : [])];
    });
    expect(faults).toEqual([]);
  });
});
