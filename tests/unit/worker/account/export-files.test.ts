import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import xml from '@xmpp/xml';
import { makeZip } from 'client-zip';
import { describe, expect, test } from 'vitest';
import { MESSAGE_NS, writeMessage } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { ok } from '#contract/result.ts';
import { type ExportPorts, exportFiles } from '../../../../worker/account/export/files.ts';
import { createGathering } from '../../../../worker/account/export/gather.ts';
import type { Inbound } from '../../../../worker/xmpp/inbound.ts';
import { carbon, chat, HOST, ME, MY_TAB, read } from '../support/stanzas.ts';

const WRITTEN = { thread: '', os: '', pkgName: '', nick: '', textAction: '' } as const;
const MEGABYTE = 1_048_576;
const PICTURE_BYTES = MEGABYTE / 2;
/** The limit of memory in addition to the initial usage. */
const MOST_BYTES = 50 * MEGABYTE;

const ports = (change: Partial<ExportPorts> = {}): ExportPorts => ({
  page: async () => ok({ rows: [], next: '' }),
  async *conversations() {},
  fetchMedia: async () => new Response('picture'),
  onMedia: () => undefined,
  title: 'gemcall',
  now: new Date(0),
  ...change,
});

async function textOf(input: string | Blob | AsyncIterable<string> | Response): Promise<string> {
  if (typeof input === 'string') return input;
  if (input instanceof Blob || input instanceof Response) return input.text();
  let text = '';
  for await (const piece of input) text += piece;
  return text;
}

async function contents(given: ExportPorts): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, input } of exportFiles(given)) files.set(name, await textOf(input));
  return files;
}

const message = (peer: number, id: number): Inbound => {
  const stanza = xml('message', { id: `m${id}` }, xml('x', { xmlns: MESSAGE_NS, type: 1 }, xml('item', { n: id })));
  // Archive results wrap the message.
  xml('result', {}, stanza);
  return {
    kind: 'message',
    origin: { via: 'archive', queryId: 'q', archiveId: String(id) },
    envelope: {
      id: `m${id}`,
      nick: 'Ann',
      type: 1,
      body: `word ${id} ${'x'.repeat(400)}`,
      at: id,
      x: stanza.getChild('x'),
    },
    peer: { uid: peer, local: `u_${peer}`, bare: `u_${peer}@localhost` },
    out: id % 2 === 0,
    archiveId: String(id),
    stamp: undefined,
    raw: '',
  } as unknown as Inbound;
};

/** 5,000 messages with 50 users, in pages of 50, the newest page first. */
function gathered() {
  const gathering = createGathering();
  for (let page = 99; page >= 0; page -= 1) {
    gathering.take(Array.from({ length: 50 }, (_, n) => message(9_000 + n, page * 50 + n)));
  }
  return gathering;
}

describe('the files of an export', () => {
  test('an export contains every page of each part, a ledger without formulas, and an index page', async () => {
    const pages: Record<string, readonly (readonly Record<string, unknown>[])[]> = {
      support: [[{ body: 'one' }], [{ body: 'two' }]],
      ledger: [[{ id: 1, subject_id: '=HYPERLINK("x")', note: 'a "b", c' }]],
      media: [
        [
          { id: 'a', kind: 'picture', purpose: 'profile', gone_at: null },
          { id: 'b', kind: 'clip', purpose: 'chat', gone_at: null },
          { id: 'c', kind: 'picture', purpose: 'chat', gone_at: '2026-01-01' },
        ],
      ],
    };
    const asked: string[] = [];
    const found: boolean[] = [];
    const files = await contents(
      ports({
        page: async (part, cursor) => {
          const at = Number(cursor || 0);
          const rows = pages[part]?.[at] ?? [];
          return ok({ rows: [...rows], next: pages[part]?.[at + 1] ? String(at + 1) : '' });
        },
        async fetchMedia(url) {
          asked.push(url);
          return url.includes('/p/') ? undefined : new Response('picture');
        },
        onMedia: (isFound) => void found.push(isFound),
      }),
    );
    expect(JSON.parse(files.get('support.json') ?? '')).toEqual([{ body: 'one' }, { body: 'two' }]);
    expect(JSON.parse(files.get('calls.json') ?? '')).toEqual([]);
    expect(files.get('ledger.csv')).toBe('id,subject_id,note\r\n1,"\'=HYPERLINK(""x"")","a ""b"", c"\r\n');
    expect([asked, found]).toEqual([
      ['/media/a', '/media/p/b'],
      [true, false],
    ]);
    for (const name of files.keys()) if (name !== 'index.html') expect(files.get('index.html')).toContain(name);
    expect(files.get('media/a.webp')).toBe('picture');
  });

  test('an export contains the raw XML of a message when the app supports its type', async () => {
    const gathering = createGathering();
    gathering.take([message(9_001, 7)]);
    const line = JSON.parse((await gathering.files()[0]?.lines.text()) ?? '') as { stanza: string };
    expect(line.stanza).toBe(`<message id="m7"><x xmlns="${MESSAGE_NS}" type="1"><item n="7"/></x></message>`);
  });

  test('an export contains a deleted message and its corrections without content', async () => {
    const change = (payload: Payload, id: string, at: number) =>
      writeMessage({ ...WRITTEN, id, from: `${HOST}/phone`, to: ME, at, payload });
    const page = [
      chat({ id: 'a', body: 'the secret', at: 1 }),
      change({ kind: 'correction', of: 'a', body: 'the other secret' }, 'c', 2),
      chat({ id: 'b', body: 'stays', at: 3 }),
      // A user deletes only own messages.
      change({ kind: 'retraction', of: 'a' }, 'r', 4),
      carbon('sent', chat({ id: 'a', from: MY_TAB, to: HOST, body: 'my own', at: 5 })),
    ].map(read);
    const gathering = createGathering();
    gathering.take(page.slice(2));
    gathering.take(page.slice(0, 2));
    const text = (await gathering.files()[0]?.lines.text()) ?? '';
    expect(text).not.toContain('secret');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { id: 'a', text: '', stanza: '', deleted: true },
      { id: 'c', text: '', stanza: '', deleted: true },
      { id: 'b', text: 'stays' },
      { id: 'r' },
      { id: 'a', text: 'my own' },
    ]);
  });

  test('an export contains each conversation completely', async () => {
    const files = gathered().files();
    expect(files).toHaveLength(50);
    const [first] = files;
    const lines = (await first?.lines.text())?.trim().split('\n') ?? [];
    const at = lines.map((line) => (JSON.parse(line) as { at: number }).at);
    expect([at.length, at]).toEqual([100, at.toSorted((one, other) => one - other)]);
  });

  test('an export needs at most 50 MB of memory for 5,000 messages and 200 pictures, because it is streamed', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const look = () => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    // Freed memory is released a moment after the collection, so the minimum of several samples is the retained size.
    const before = look();
    const live = async () => {
      let least = look() - before;
      for (let again = 0; again < 10 && least > MOST_BYTES; again += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        least = Math.min(least, look() - before);
      }
      return least;
    };
    const media = Array.from({ length: 200 }, (_, n) => ({
      id: String(n).padStart(32, '0'),
      kind: 'picture',
      purpose: 'profile',
      gone_at: null,
    }));
    let fetched = 0;
    let written = 0;
    let most = 0;
    const gathering = gathered();
    const zip = makeZip(
      exportFiles(
        ports({
          page: async (part) => ok({ rows: part === 'media' ? media : [], next: '' }),
          async *conversations() {
            yield* gathering.files();
          },
          async fetchMedia() {
            // Every picture but the last few is written when the next one is asked for.
            expect(written).toBeGreaterThanOrEqual((fetched - 3) * PICTURE_BYTES);
            fetched += 1;
            if (fetched % 50 === 0) most = Math.max(most, await live());
            return new Response(new Uint8Array(PICTURE_BYTES));
          },
        }),
      ),
    );
    for await (const piece of zip) written += piece.length;
    expect([fetched, gathering.messages()]).toEqual([200, 5_000]);
    expect(written).toBeGreaterThan(200 * PICTURE_BYTES);
    expect(most).toBeLessThan(MOST_BYTES);
  }, 120_000);

  test('an export ends with the reason when a part is refused', async () => {
    const refused = contents(ports({ page: async () => ({ ok: false, error: { code: 'gone' } }) }));
    await expect(refused).rejects.toMatchObject({ error: { code: 'gone' } });
  });
});
