import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/**
 * What Node and the packages hand out that emits `error`, by module. Without a listener such an event ends the process,
 * and a stranger can cause most of them by a reset.
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

/** Made in one file, owned in another, or never said to fail. */
const ELSEWHERE: readonly string[] = [
  // runStream owns both sides of a stream.
  'server/edge/edge.ts: new WebSocket',
  // Without a port of its own it emits none.
  'server/edge/edge.ts: new WebSocketServer',
  // They listen for a moment, to see whether a port is free: the first error is their end.
  'server/prosody/ports.ts: createServer',
  'server/run/port.ts: createServer',
];

const ROOT = new URL('../../../', import.meta.url);
const files = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
  .map((name) => `server/${name}`)
  .filter((name) => /\.(ts|mjs)$/.test(name));

const codeOf = (text: string) => text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1');
const escaped = (text: string) => text.replaceAll('.', '\\.');

/** The names of emitters that a file can make, as it calls them. */
function makersIn(code: string): string[] {
  const imports = [...code.matchAll(/^import (?!type\b)([^;]*?) from '([^']+)'/gm)];
  return imports.flatMap(([, names = '', module = '']) =>
    (EMITTERS[module] ?? []).filter((maker) =>
      new RegExp(`(?<!type )\\b${escaped(maker.split('.')[0] ?? '')}\\b`).test(names),
    ),
  );
}

/** Where a statement ends, well enough: at the first line that closes it. */
const statementFrom = (code: string, at: number) => /^[\s\S]*?;\n/.exec(code.slice(at))?.[0] ?? code.slice(at);

/** Emitters of a file that nobody listens to: neither where they are made, nor under the name that they get, nor in a loop. */
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

/** What follows the closing bracket of the call that a statement begins with: a listener on its argument is not its own. */
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

describe('everything that can fail in the server has an error handler', () => {
  test.each([
    ["import { connect } from 'node:net';\nconst socket = connect(1);\nsocket.on('data', take);\n", 1],
    ["import { connect } from 'node:net';\nconst socket: Socket = connect(1);\nsocket.on('error', end);\n", 0],
    ["import { WebSocket } from 'ws';\nopen(new WebSocket(url));\n", 1],
    ["import { createReadStream } from 'node:fs';\nfor await (const part of createReadStream(path)) take(part);\n", 0],
    ["import { createReadStream } from 'node:fs';\nreply.send(createReadStream(path));\n", 1],
    ["import pg from 'pg';\nclass Own extends pg.Client {\n  x() {\n    this.on('error', end);\n  }\n}\n", 0],
    ["import pg from 'pg';\nclass Own extends pg.Client {}\n", 1],
    // A reader of lines passes the fault of its input on as its own.
    ["import { createInterface } from 'node:readline';\ncreateInterface({ input: x.on('error', end) });\n", 1],
    ["import { createInterface } from 'node:readline';\ncreateInterface({ input: x }).on('error', end);\n", 0],
  ])('the search itself: %j', (text, faults) => expect(unowned('x.ts', text)).toHaveLength(faults));

  test('sockets, streams, processes, threads and database clients', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => unowned(file, readFileSync(new URL(file, ROOT), 'utf8')))).toEqual([]);
  });

  test('the streams of a child process, and every pipe', () => {
    const faults = files.flatMap((file) => {
      const code = codeOf(readFileSync(new URL(file, ROOT), 'utf8')).replaceAll('v.pipe(', '');
      const reads = /\bspawn\([^;]*?\bstdio:[^\n]*'pipe'/.test(code);
      const isOwned = /\b(?:stream|lines)\.on\('error'/.test(code);
      // `pipe` hands on no fault, `pipeline` does.
      return [...(reads && !isOwned ? [`${file}: output`] : []), ...(/\.pipe\(/.test(code) ? [`${file}: pipe`] : [])];
    });
    expect(faults).toEqual([]);
  });
});
