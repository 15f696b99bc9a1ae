import { MY_DATA_PARTS, type MyDataPart } from '#contract/account/life.ts';
import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { mediaUrl, privateUrl } from '#contract/media/media.ts';
import type { AppError, Result } from '#contract/result.ts';

type Row = Readonly<Record<string, unknown>>;
type Page = Output<Endpoints['myData']>;
/** A file of the zip. `input`: an input type of the zip library. */
type ZipFile = { readonly name: string; readonly input: string | Blob | AsyncIterable<string> | Response };

/** Sources of an account export: pages of server data, conversations and media; and the title and date of its index page. */
export type ExportPorts = {
  readonly page: (part: MyDataPart, cursor: string) => Promise<Result<Page>>;
  /** Reads the whole archive, then yields the conversations in order. */
  readonly conversations: () => AsyncIterable<{ readonly tid: string; readonly lines: Blob }>;
  readonly fetchMedia: (url: string) => Promise<Response | undefined>;
  readonly onMedia: (found: boolean) => void;
  readonly title: string;
  readonly now: Date;
};

/** Thrown to abort an export, whose partial file is then deleted. */
export class ExportFailed extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = { picture: 'webp', clip: 'mp4', sound: 'm4a' };
const PARTS = MY_DATA_PARTS.filter((part) => part !== 'ledger');

/** Yields all files of an export for the zip stream, one after the other: each is produced after the previous one is written. */
export async function* exportFiles(ports: ExportPorts): AsyncGenerator<ZipFile> {
  const names: string[] = [];
  const named = (file: ZipFile): ZipFile => {
    names.push(file.name);
    return file;
  };
  const media: Row[] = [];
  for (const part of PARTS) {
    const rows = rowsOf(ports, part);
    yield named({ name: `${part}.json`, input: asJson(part === 'media' ? keeping(rows, media) : rows) });
  }
  yield named({ name: 'ledger.csv', input: asCsv(rowsOf(ports, 'ledger')) });
  for await (const { tid, lines } of ports.conversations()) {
    yield named({ name: `messages/${tid.replaceAll(/[^\w.-]/g, '_')}.ndjson`, input: lines });
  }
  for (const { id, kind, purpose, gone_at: gone } of media) {
    if (gone !== null) continue;
    const url = purpose === 'chat' ? privateUrl(String(id)) : mediaUrl(String(id));
    const response = await ports.fetchMedia(url);
    ports.onMedia(response !== undefined);
    if (response) yield named({ name: `media/${id}.${EXTENSIONS[String(kind)] ?? 'bin'}`, input: response });
  }
  yield { name: 'index.html', input: indexOf(ports, names) };
}

async function* rowsOf({ page }: ExportPorts, part: MyDataPart): AsyncGenerator<Row> {
  let cursor = '';
  do {
    const answer = await page(part, cursor);
    if (!answer.ok) throw new ExportFailed(answer.error);
    yield* answer.value.rows;
    cursor = answer.value.next;
  } while (cursor !== '');
}

async function* keeping(rows: AsyncIterable<Row>, into: Row[]): AsyncGenerator<Row> {
  for await (const row of rows) {
    into.push(row);
    yield row;
  }
}

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Formats rows as RFC 4180 CSV. A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
async function* asCsv(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let columns: readonly string[] | undefined;
  for await (const row of rows) {
    if (!columns) {
      columns = Object.keys(row);
      yield `${columns.join(',')}\r\n`;
    }
    yield `${columns.map((column) => cell(row[column])).join(',')}\r\n`;
  }
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = value === null || value === undefined ? '' : String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns an index page with links to all files, without scripts. */
const indexOf = ({ title, now }: ExportPorts, names: readonly string[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:42rem;padding:0 1rem}</style>
<h1>${escaped(title)}</h1><p>${now.toISOString()}</p>
<ul>${names.map((name) => `<li><a href="${escaped(encodeURI(name))}">${escaped(name)}</a></li>`).join('\n')}</ul></html>
`;
