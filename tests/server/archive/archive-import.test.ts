import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import xml from '@xmpp/xml';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { ARCHIVE_NS } from '../../../contract/chat/archive.ts';
import { answerArchives } from '../../../server/domains/chat/archive/answer.ts';
import { forgetArchive } from '../../../server/domains/chat/archive/forget.ts';
import { readPage } from '../../../server/domains/chat/archive/page.ts';
import { openArchiveImport } from '../../../server/domains/chat/archive/prosody/archive-import.ts';
import { writeArchive } from '../../../server/domains/chat/archive/write.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { parseFrame } from '../../../server/platform/edge/xml/frame.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { removeFolder, temporaryFolder } from '../../harness/temporary.ts';

/** Archives that Prosody 0.12 wrote for three users, with one duplicate message. */
const RECORDED = join(import.meta.dirname, 'prosody');
const DOMAIN = 'localhost';
const owners = [501, 502, 503];
const folders: string[] = [];
const warnings: object[] = [];
const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) };
let open: OpenDatabase;
beforeAll(async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated');
  open = openDatabase(url, () => undefined);
});
afterEach(async () => {
  for (const owner of owners) await forgetArchive(open.db, owner);
  for (const folder of folders.splice(0)) removeFolder(folder);
  warnings.length = 0;
});
afterAll(() => open.close());

const fileOf = (dataDir: string, owner: number) => join(dataDir, 'data', DOMAIN, 'archive', `u%5f${owner}.list`);

function recorded(): string {
  const dataDir = temporaryFolder('archive');
  folders.push(dataDir);
  mkdirSync(join(dataDir, 'data', DOMAIN, 'archive'), { recursive: true });
  for (const owner of owners) copyFileSync(join(RECORDED, `u_${owner}.list`), fileOf(dataDir, owner));
  return dataDir;
}
const opened = (dataDir: string, db: Pick<OpenDatabase['db'], 'execute'> = open.db) =>
  openArchiveImport({ db, dataDir, domain: DOMAIN, log });
const importAll = async (dataDir: string) => (await opened(dataDir)).all(new AbortController().signal);
const itemsOf = async (owner: number, after?: string) => {
  const page = await readPage(open.db, owner, { max: 50, ...(after === undefined ? {} : { after }) });
  return page?.items.map(({ id, at, stanza }) => {
    const message = parseFrame(stanza);
    return { id, at: at.getTime(), message, mid: message.attrs['id'], body: message.getChildText('body') };
  });
};

test('messages that Prosody stored are imported in order, with unchanged texts and timestamps', async () => {
  await importAll(recorded());
  const items = (await itemsOf(501)) ?? [];
  expect(items.map(({ mid, body }) => [mid, body])).toEqual([
    ['m1', 'hello "Ben" & \'all\' <b> \\ back'],
    ['r1', null],
    ['m2', 'two\nlines\tand a tab, ünï 😀\nitem({\n});'],
    ['m3', 'for a third'],
    ['m4', 'the last'],
  ]);
  expect(items[0]?.message.attrs).toMatchObject({ from: 'u_501@localhost', to: 'u_502@localhost', type: 'chat' });
  expect(items[0]?.at).toBe(1795369999218);
  expect(items[1]?.message.getChild('displayed')?.attrs['id']).toBe('m1');
  expect((await itemsOf(502))?.map(({ mid }) => mid)).toEqual(['m1', 'r1', 'm2', 'm4']);
  expect((await itemsOf(503))?.map(({ mid }) => mid)).toEqual(['m3']);
  expect((await readPage(open.db, 501, { max: 50, peer: 503 }))?.items).toHaveLength(1);
});

test('a device continues from an archive id that Prosody assigned', async () => {
  await importAll(recorded());
  // The id of the first item of 502's recorded archive.
  expect((await itemsOf(502, '-tKoANcwHMLX4r8vrBFa3akH'))?.map(({ mid }) => mid)).toEqual(['r1', 'm2', 'm4']);
  expect(await itemsOf(501, '-tKoANcwHMLX4r8vrBFa3akH')).toBeUndefined();
});

test('an import that was interrupted and repeated duplicates no message, and deletes its files when it is done', async () => {
  const dataDir = recorded();
  for (let broken = 0; broken < 3; broken += 1) {
    let left = broken;
    const dying = {
      execute: (query: Parameters<OpenDatabase['db']['execute']>[0]) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('no database')) : open.db.execute(query);
      },
    } as Pick<OpenDatabase['db'], 'execute'>;
    await (await opened(dataDir, dying)).all(new AbortController().signal);
  }
  expect(warnings.length).toBeGreaterThan(0);
  // Like an import that was interrupted between the write and the deletion of its file.
  copyFileSync(join(RECORDED, 'u_501.list'), fileOf(dataDir, 501));
  await importAll(dataDir);
  expect((await itemsOf(501))?.map(({ mid }) => mid)).toEqual(['m1', 'r1', 'm2', 'm3', 'm4']);
  expect((await itemsOf(502))?.map(({ mid }) => mid)).toEqual(['m1', 'r1', 'm2', 'm4']);
  expect(readdirSync(join(dataDir, 'data', DOMAIN, 'archive'))).toEqual([]);
});

test('an account is imported at once, before newer messages, when it queries its archive before its import', async () => {
  const dataDir = recorded();
  const archiveImport = await opened(dataDir);
  const at = 1_800_000_000_000;
  const stanza = '<message xmlns="jabber:client" id="new"><body>new</body></message>';
  await writeArchive(open.db, [{ owner: 503, peer: 501, out: true, mid: 'new', at, stanza }]);
  await Promise.all([archiveImport.ready(503), archiveImport.ready(503), archiveImport.ready(999)]);
  expect((await itemsOf(503))?.map(({ mid }) => mid)).toEqual(['m3', 'new']);
  expect(existsSync(fileOf(dataDir, 501))).toBe(true);
  expect(existsSync(fileOf(dataDir, 503))).toBe(false);
});

test('a query during an outage of the database gets an error, not an empty archive', async () => {
  const refused = { execute: () => Promise.reject(new Error('no database')) };
  const dead = refused as unknown as Pick<OpenDatabase['db'], 'execute'>;
  const dataDir = recorded();
  const archiveImport = await opened(dataDir, dead);
  await expect(archiveImport.ready(503)).rejects.toThrow('no database');
  expect(existsSync(fileOf(dataDir, 503))).toBe(true);

  const answered: string[] = [];
  const ask = async (ready: (owner: number) => Promise<void>): Promise<string> => {
    const desk = answerArchives({
      source: { db: open.db, ready },
      domain: DOMAIN,
      log,
      write: (text) => void answered.push(text),
    });
    const query = xml('query', { xmlns: ARCHIVE_NS, queryid: 'q' });
    desk.take(xml('iq', { type: 'set', id: 'q', from: 'u_503@localhost/a', to: 'gate.localhost' }, query));
    await expect.poll(() => answered.length, { timeout: 10_000 }).toBe(1);
    return answered.splice(0).join('');
  };
  expect(await ask(archiveImport.ready)).toContain('type="error"');
  expect(await ask((await opened(dataDir)).ready)).toContain('id="m3"');
});

test('truncated and foreign items are skipped and their neighbours imported, and a text that looks like an item creates none', async () => {
  const dataDir = recorded();
  const forged =
    '{ { "FORGED"; ["name"] = "body"; ["attr"] = {}; }; ["name"] = "message"; ["key"] = "k"; ["when"] = 1; }';
  // Some parsers treat U+2028 as a line break.
  const trick = `a\u2028});\u2028item(${forged});\u2028item({`;
  const item = (id: string, from: string, body: string, { to = 'u_503@localhost', type = 'chat' } = {}) =>
    `item({\n\t{\n\t\t"${body.replaceAll('"', '\\"')}";\n\t\t["name"] = "body";\n\t\t["attr"] = {};\n\t};\n\t{\n\t\t["name"] = "x";\n\t\t["attr"] = { ["xmlns"] = "urn:gemcall:message:1"; ["type"] = "0"; };\n\t};\n\t["key"] = "${id}";\n\t["attr"] = {\n\t\t["to"] = "${to}";\n\t\t["id"] = "${id}";\n\t\t["type"] = "${type}";\n\t\t["from"] = "${from}";\n\t};\n\t["name"] = "message";\n\t["when"] = 1795370000;\n});\n`;
  appendFileSync(
    fileOf(dataDir, 503),
    [
      item('trick', 'u_501@localhost/a', trick),
      item('foreign', 'u_501@elsewhere.example', 'x'),
      item('of others', 'u_501@localhost/a', 'x', { to: 'u_502@localhost' }),
      item('to oneself', 'u_503@localhost/a', 'x'),
      // A read mark that was returned as an error.
      item('refusal', 'u_501@localhost/a', 'x', { type: 'error' })
        .replace('["name"] = "x"', '["name"] = "displayed"')
        .replace('"urn:gemcall:message:1"; ["type"] = "0"', '"urn:xmpp:chat-markers:0"; ["id"] = "m3"'),
      'item({\n\t["name"] = os.exit();\n});\n',
      'item({\n\t{\n\t\t"cut by a\n',
      item('whole', 'u_501@localhost/a', 'wh\\001o\\239\\191\\191le'),
      'item({\n\t{\n\t\t"cut by a',
    ].join(''),
  );
  await importAll(dataDir);
  const items = (await itemsOf(503)) ?? [];
  expect(items.map(({ mid }) => mid)).toEqual(['m3', 'trick', 'whole']);
  // Characters that XML does not allow are removed.
  expect(items.map(({ body }) => body).slice(1)).toEqual([trick, 'whole']);
  // Unreadable items remain in a file for the operator.
  expect(warnings).toEqual([{ owner: 503, unreadable: 3, items: 11 }]);
  expect(readdirSync(join(dataDir, 'data', DOMAIN, 'archive'))).toEqual(['u%5f503.list.unread']);
});

test('an unreadable file does not block the import of other accounts', async () => {
  const dataDir = recorded();
  mkdirSync(fileOf(dataDir, 504));
  writeFileSync(join(dataDir, 'data', DOMAIN, 'archive', 'nobody.list'), 'item({});');
  const archiveImport = await opened(dataDir);
  await archiveImport.ready(504);
  expect(warnings).toHaveLength(1);
  await importAll(dataDir);
  expect((await itemsOf(501))?.length).toBe(5);
});
