import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

/**
 * Adds a sample kind to a copy of the source, as contract/README.md describes, and runs edge, core, list and notifications with it. Their
 * behaviour must follow from the row of the kind.
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const KIND = `import { maxLength, maxValue, minValue, number, object, pipe, string } from 'valibot';
import { defineKind } from './kind.ts';

const PLACE_NS = 'urn:gemcall:place:1';

/** The place of a user. */
export const place = defineKind({
  type: 900,
  kind: 'place',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({ lat: pipe(number(), minValue(-90), maxValue(90)), name: pipe(string(), maxLength(80)) }),
  write: ({ lat, name }, build) => ({ body: '', children: [build('geo', { xmlns: PLACE_NS, lat, name })] }),
  read(_body, x) {
    const attrs = x.getChild('geo', PLACE_NS)?.attrs ?? {};
    return { lat: Number(attrs['lat']), name: attrs['name'] };
  },
});
`;
const BUBBLE = [
  'src/messages/bubbles/kinds.tsx',
  'const bubbles = {',
  `const bubbles = {
  place: { draw: ({ name }) => <p>{name}</p>, height: () => 24 },`,
] as const;
/** Each edit replaces one text of one file. */
const EDITS = [
  [
    'contract/chat/kinds/list.ts',
    'export const kinds = [',
    `import { place } from './place.ts';\nexport const kinds = [place, `,
  ],
  ['src/i18n/locales/en/push.json', '{', '{ "place": "Place: {{name}}",'],
] as const;
const LINE = [
  'contract/chat/lines.ts',
  'export const LINES = {',
  `export const LINES = {
  place: line('place', {
    category: 'chat',
    facts: ({ name }) => ({ name }),
    preview: ({ name }, translate: TranslateKey<'place'>) => translate('place', { name }),
  }),`,
] as const;
const NEW = [['contract/chat/kinds/place.ts', KIND]] as const;

/** A test of the kind's message from the sender to the receiver. */
const WAY = `
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { writeMessage } from './contract/chat/message.ts';
import { createTranslate, wordsOfNotice } from './contract/notices/texts.ts';
import { streamMemory } from './server/platform/edge/memory.ts';
import { decideMessage } from './server/platform/edge/rules/message.ts';
import { receiveBatch } from './worker/chat/incoming/receive.ts';
import { openChatDb } from './worker/db/schema.ts';
import { readInbound } from './worker/xmpp/inbound.ts';

const clock = { now: () => 1_000 };
const policy = { blocks: [], adult: true, reach: false, blockedBy: [], admits: 'everyone', friends: new Set(), nickName: 'Ada' };
const sender = {
  domain: 'test', stream: 's', uid: 5, jid: 'u_5@test', clock, memory: streamMemory(clock),
  policies: { get: () => policy }, withinRate: () => true, sensitiveBits: () => 0, seal: () => '',
};
const payload = { kind: 'place', lat: 52.5, name: 'Berlin' };
const outgoing = { id: 'm1', to: 'u_6@test', thread: '', os: '', pkgName: '', nick: '', textAction: '', payload };
const decide = (sent) => decideMessage(writeMessage({ ...outgoing, payload: sent }), sender, {});
const { forward } = decide(payload);
forward.attrs.from = 'u_5@test/tab';

const services = { hub: 'hub.test', gift: 'gift.test', official: 'official.test', gate: 'gate.test' };
const self = { bare: 'u_6@test', uid: 6, domain: 'test', services };
const inbound = readInbound(forward, self, () => false);
Dexie.dependencies.indexedDB = new IDBFactory();
Dexie.dependencies.IDBKeyRange = IDBKeyRange;
const db = openChatDb();
await receiveBatch(db, [inbound], {
  self, now: 1_000, isWatched: () => false, backfill: undefined, sync: [], newId: () => 'r', sendsReadMarks: true,
});
const [message] = await db.messages.toArray();
const [thread] = await db.threads.toArray();
const words = JSON.parse(readFileSync('src/i18n/locales/en/push.json', 'utf8'));
const notice = { kind: 'message', name: 'Ada', facts: thread.lastFacts };
console.log(JSON.stringify({
  tooFarNorth: decide({ ...payload, lat: 91 }),
  payload: message.payload, unread: thread.unread, facts: thread.lastFacts,
  notice: wordsOfNotice(notice, createTranslate(words, String), 'en'),
}));
`;

/** Compiles the bubbles and all files that they import. */
const TSCONFIG = {
  extends: './src/tsconfig.json',
  compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: '.' },
  include: [],
  files: [
    'src/messages/bubbles/kinds.tsx',
    'src/i18n/types.ts',
    'contract/xml/xmpp-xml.d.ts',
    'worker/xmpp/xmpp-client.d.ts',
  ],
};

const copy = mkdtempSync(join(tmpdir(), 'message-kind-'));
afterAll(() => rmSync(copy, { recursive: true }));
for (const folder of ['contract', 'worker', 'src', 'server'])
  cpSync(join(ROOT, folder), join(copy, folder), {
    recursive: true,
    filter: (path) => !/\.[^/.]+$/.test(path) || /\.(tsx?|json)$/.test(path),
  });
cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

function edit([file, from, to]: readonly [file: string, from: string, to: string]): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(
    join(copy, file),
    text.replace(from, () => to),
  );
}

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...args], { cwd: copy }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed: ${stdout}${stderr}`,
  );
const compile = () => run(join(ROOT, 'node_modules/typescript/bin/tsc'), '--checkers', '1', '-p', '.');

test('a new message kind needs a file, a list entry, a notification text, and a bubble', {
  timeout: 120_000,
}, async () => {
  const touched = [...NEW, ...EDITS, LINE, BUBBLE].map(([file]) => file).filter((file) => !file.includes('/locales/'));
  expect(touched.length).toBeLessThanOrEqual(4);
  for (const [file, text] of NEW) writeFileSync(join(copy, file), text);
  for (const one of EDITS) edit(one);
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(TSCONFIG));

  // The copy does not compile without the line or without the bubble.
  const complaints = await compile();
  expect(complaints).toMatch(/lines\.ts.*'place' is missing/);
  expect(complaints).toMatch(/kinds\.tsx.*'place' is missing/);
  edit(LINE);
  edit(BUBBLE);
  expect(await compile()).toBe('');

  writeFileSync(join(copy, 'way.ts'), WAY);
  expect(JSON.parse(await run('way.ts'))).toEqual({
    tooFarNorth: { refuse: 'unreadable' },
    payload: { kind: 'place', lat: 52.5, name: 'Berlin' },
    unread: 1,
    facts: { kind: 'place', name: 'Berlin' },
    notice: { title: 'Ada', body: 'Place: Berlin' },
  });
});
