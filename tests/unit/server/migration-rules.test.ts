import { expect, test } from 'vitest';
import { concurrentIndexOf, readMigrations } from '../../../server/platform/database/migration-files.ts';

/** The first migration to which the rules apply. */
const FIRST = '0014';
/** Statements that are allowed although they break a rule, as `tag: start of the statement`, with the reason, such as a small table. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '0016_report_corrections: ALTER TABLE "report_message" ADD CONSTRAINT':
    'a small table: at most five rows for each report of a user',
};

const RULES: readonly (readonly [fault: string, pattern: RegExp])[] = [
  [
    'builds an index under a lock: use CREATE INDEX CONCURRENTLY in a migration of its own',
    /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY\b)/i,
  ],
  [
    'rewrites the table: add a plain column, and fill it in batches by a job',
    /^ALTER TABLE\b.*\bADD COLUMN\b.*\bGENERATED ALWAYS AS\b/is,
  ],
  [
    'rewrites the table: add the column without a default that differs by row',
    /^ALTER TABLE\b.*\bADD COLUMN\b.*(\bDEFAULT\s+\(?(gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b|\bIDENTITY\b|\b(big|small)?serial\b)/is,
  ],
  ['rewrites the table: add a column of the new type instead', /^ALTER TABLE\b.*\bALTER COLUMN\b.*\bTYPE\b/is],
  [
    'reads the table under a lock: add the constraint NOT VALID, and validate it in a later migration',
    /^ALTER TABLE\b.*\b(ADD CONSTRAINT\b(?!.*\bNOT VALID\b).*\b(FOREIGN KEY|CHECK)\b|SET NOT NULL\b)/is,
  ],
  [
    'builds an index under a lock: build it concurrently, and add the constraint USING INDEX',
    /^ALTER TABLE\b.*\bADD (CONSTRAINT \S+ )?(PRIMARY KEY|UNIQUE)(?!.*\bUSING INDEX\b)/is,
  ],
  [
    'locks the rows that it changes until the end of the migration: change them in batches by a job',
    /^(UPDATE|DELETE FROM|MERGE INTO|INSERT INTO\b.*\bSELECT)\b/is,
  ],
  ['locks the table: it is no part of a migration', /^(CLUSTER|VACUUM|REINDEX|LOCK)\b/i],
];

const nameOf = (quoted = '') => quoted.replaceAll('"', '').replace(/^public\./, '');
/** The tables that a migration creates are empty, so anything may be done with them. */
const createdBy = (statements: readonly string[]) =>
  statements.flatMap(
    (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(statement)?.slice(1).map(nameOf) ?? [],
  );
const tableOf = (statement: string) =>
  nameOf(
    /\bON ("?[\w.]+"?)\s*(?:USING|\()/i.exec(statement)?.[1] ??
      /^(?:ALTER TABLE|UPDATE|DELETE FROM|INSERT INTO|MERGE INTO) (\S+)/i.exec(statement)?.[1],
  );

/** The faults of a migration that would stop the statements of running processes on a big table. */
function faultsOf(given: readonly string[]): string[] {
  const statements = given.map((statement) => statement.trim());
  const created = createdBy(statements);
  const isConcurrent = statements.filter((statement) => concurrentIndexOf(statement) !== undefined).length;
  const mixed = isConcurrent > 0 && isConcurrent < statements.length;
  const faults = statements.flatMap((statement) =>
    RULES.filter(([, pattern]) => pattern.test(statement) && !created.includes(tableOf(statement))).map(
      ([fault]) => `${statement.slice(0, 60)} ${fault}`,
    ),
  );
  return mixed ? [...faults, 'CREATE INDEX CONCURRENTLY cannot run in the transaction of other statements'] : faults;
}

test('no migration rewrites or indexes a table under a lock that stops running processes', () => {
  const found = readMigrations()
    .filter(({ tag }) => tag >= FIRST)
    .flatMap(({ tag, statements }) => faultsOf(statements).map((fault) => `${tag}: ${fault}`));
  const isExcepted = (fault: string) => Object.keys(EXCEPTIONS).some((start) => fault.startsWith(start));
  expect(found.filter((fault) => !isExcepted(fault))).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((start) => !found.some((fault) => fault.startsWith(start)))).toEqual([]);
});

test.each(['0006_fair_start', '0010_host_ratings'])(
  'the rules find the faults of %s, which was written before them',
  (name) => {
    const migration = readMigrations().find(({ tag }) => tag === name);
    expect(faultsOf(migration?.statements ?? [])).not.toEqual([]);
  },
);

test.each([
  ['CREATE INDEX "a" ON "call" USING btree ("x")'],
  ['CREATE UNIQUE INDEX a ON call (x)'],
  ['CREATE INDEX CONCURRENTLY "a" ON "call" ("x")', 'ALTER TABLE "call" ADD COLUMN "y" text'],
  ['ALTER TABLE "call" ADD COLUMN "x" uuid DEFAULT gen_random_uuid()'],
  ['ALTER TABLE "call" ADD COLUMN "x" integer GENERATED ALWAYS AS (1) STORED'],
  ['ALTER TABLE "call" ALTER COLUMN "x" SET DATA TYPE bigint'],
  ['ALTER TABLE "call" ALTER COLUMN "x" SET NOT NULL'],
  ['ALTER TABLE "call" ADD CONSTRAINT "x" FOREIGN KEY ("uid") REFERENCES "account"("uid")'],
  ['ALTER TABLE "call" ADD CONSTRAINT "x" CHECK (x > 0)'],
  ['ALTER TABLE "call" ADD CONSTRAINT "x" UNIQUE ("y")'],
  ['UPDATE anchor SET heat = 0'],
  ['VACUUM FULL call'],
])('%s is found', (...statements) => {
  expect(faultsOf(statements)).toHaveLength(1);
});

test.each([
  ['CREATE INDEX CONCURRENTLY "a" ON "call" ("x")', 'CREATE UNIQUE INDEX CONCURRENTLY "b" ON "call" ("y")'],
  ['ALTER TABLE "call" ADD COLUMN "x" text DEFAULT \'\' NOT NULL'],
  ['ALTER TABLE "call" ADD CONSTRAINT "x" CHECK (x > 0) NOT VALID'],
  ['ALTER TABLE "call" ADD CONSTRAINT "x" UNIQUE USING INDEX "y"'],
  ['CREATE TABLE "new" ("id" int)', 'CREATE INDEX "a" ON "new" USING btree ("id")', 'INSERT INTO new SELECT 1'],
  ['CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
])('%s is allowed', (...statements) => {
  expect(faultsOf(statements)).toEqual([]);
});
