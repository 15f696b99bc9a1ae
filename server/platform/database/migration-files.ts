import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as v from 'valibot';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** A migration of this build, as drizzle-kit generated it. */
export type Migration = {
  /** File name without extension. */
  readonly tag: string;
  /** Creation time in ms, by which the database identifies the migration. */
  readonly createdAt: number;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly statements: readonly string[];
};

const CONCURRENT_INDEX = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?\s+ON\s/i;
/** The name of the index that a statement builds concurrently; undefined for any other statement. */
export const concurrentIndexOf = (statement: string): string | undefined => CONCURRENT_INDEX.exec(statement)?.[1];

const DROPPED_DEFINITION = /^\s*DROP\s+(?:FUNCTION|PROCEDURE|AGGREGATE|VIEW|TYPE|DOMAIN)\s/im;
/**
 * Whether a statement drops an object whose definition a dump reads without a lock: a dump that has listed the object before would contain
 * it without its definition, and could not be restored.
 */
export const dropsDefinition = (statement: string): boolean => DROPPED_DEFINITION.test(statement);

const journal = v.object({ entries: v.array(v.object({ idx: v.number(), tag: v.string() })) });
const snapshot = v.object({
  tables: v.record(
    v.string(),
    v.object({ name: v.string(), schema: v.string(), columns: v.record(v.string(), v.unknown()) }),
  ),
});

const readMeta = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'meta', name), 'utf8'));
const readTags = (folder: string) => v.parse(journal, readMeta(folder, '_journal.json')).entries;

/** Reads the migrations of this build, oldest first. The first one is the baseline. */
export function readMigrations(folder = FOLDER): readonly Migration[] {
  const entries = readTags(folder);
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, at) => ({
    tag: entries[at]?.tag ?? String(at),
    createdAt: folderMillis,
    hash,
    statements: sql,
  }));
}

/** Reads the columns, as `table.column`, that the tables have after the last migration of this build. */
export function readExpectedColumns(): readonly string[] {
  const last = String(readTags(FOLDER).at(-1)?.idx ?? 0).padStart(4, '0');
  const { tables } = v.parse(snapshot, readMeta(FOLDER, `${last}_snapshot.json`));
  return Object.values(tables)
    .filter(({ schema }) => schema === '')
    .flatMap(({ name, columns }) => Object.keys(columns).map((column) => `${name}.${column}`));
}
