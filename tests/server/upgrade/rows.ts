import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * Rows of databases of earlier versions, as `insert` statements; the name of a file is the last migration of its version. The rows of a
 * further version come from `pg_dump --data-only --column-inserts` of a small database.
 */
const FOLDER = join(import.meta.dirname, 'dumps');
export const EARLIER = readdirSync(FOLDER).map((name) => name.replace('.sql', ''));

const COLUMNS = `select table_name as name, json_agg(column_name order by column_name) as columns from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`;
/** The columns of each table, by its name. */
export type Columns = ReadonlyMap<string, readonly string[]>;

export async function readColumns(client: pg.Pool): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(COLUMNS);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** Returns the rows of these columns as text, by table. */
export async function readRows(client: pg.Pool, columns: Columns): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, readonly string[]>();
  for (const [table, names] of columns) {
    const { rows } = await client.query<{ row: string }>(
      `select (select to_json(one)::text from (select ${quoted(names)}) one) as row from "${table}"`,
    );
    all.set(table, rows.map(({ row }) => row).toSorted());
  }
  return all;
}

/** Replaces all rows of a database, which has the schema of the dump, by those of the dump. */
export async function loadDump(client: pg.Pool, version: string): Promise<void> {
  const tables = [...(await readColumns(client)).keys()].map((table) => `"${table}"`);
  const text = readFileSync(join(FOLDER, `${version}.sql`), 'utf8');
  // Without triggers: they would refuse the rows of append-only tables, or change other rows.
  await client.query(
    `begin; set local session_replication_role = replica; truncate ${tables.join(', ')} cascade;\n${text}\ncommit`,
  );
}
