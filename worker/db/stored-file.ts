import type { Table } from 'dexie';

/** Content of a file with its MIME type, stored where the browser refuses Blobs. */
type FileBytes = { readonly type: string; readonly bytes: ArrayBuffer };
/** The value that a row of the database holds for a file. A row that is read has a Blob in either case. */
export type StoredFile = Blob | FileBytes;
/** A row as it is written, whose field `K` may hold a file. */
export type WithStored<Row, K extends keyof Row> = Omit<Row, K> & { [Field in K]: StoredFile | Exclude<Row[K], Blob> };

const isBytes = (value: unknown): value is FileBytes =>
  typeof value === 'object' && value !== null && !(value instanceof Blob) && 'bytes' in value;

/** Makes the tables return a Blob wherever bytes are stored for one. Called when their database is opened. */
export function readFilesAsBlobs(...tables: readonly Pick<Table, 'hook'>[]): void {
  for (const { hook } of tables)
    hook('reading', (row: object | undefined) => {
      const files = Object.entries(row ?? {}).flatMap(([field, value]) =>
        isBytes(value) ? [[field, new Blob([value.bytes], { type: value.type })] as const] : [],
      );
      return files.length === 0 ? row : { ...row, ...Object.fromEntries(files) };
    });
}
