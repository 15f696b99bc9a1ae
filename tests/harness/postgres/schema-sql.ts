import type pg from 'pg';

type Row = { readonly text: string };

/** Columns in order with all their properties, and the constraints that reference no other table. */
const TABLES = `
  select format(E'CREATE TABLE %I (\\n  %s\\n);', relname, (
    select string_agg(line, E',\\n  ' order by place, line) from (
      select attnum::int as place, concat_ws(' ',
        format('%I', attname), format_type(atttypid, atttypmod),
        (select format('COLLATE %I', collname) from pg_collation where oid = attcollation and collname <> 'default'),
        case when attidentity <> '' then
          format('GENERATED %s AS IDENTITY', case attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end)
          || (select case when seqstart = 1 then '' else format(' (START WITH %s)', seqstart) end from pg_sequence
            where seqrelid = pg_get_serial_sequence(relname, attname)::regclass) end,
        case when attgenerated = 's' then format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
          when adbin is not null then 'DEFAULT ' || pg_get_expr(adbin, adrelid) end,
        case when attnotnull then 'NOT NULL' end) as line
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      union all
      select 10000, format('CONSTRAINT %I %s', conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'c')
    ) as lines)) as text
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
/** Sequences other than those of identity columns. */
const SEQUENCES = `
  select format('CREATE SEQUENCE %I AS %s START WITH %s;', relname, format_type(seqtypid, null), seqstart) as text
  from pg_sequence join pg_class on oid = seqrelid where relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i') order by relname`;
const SEQUENCE_OWNERS = `
  select format('ALTER SEQUENCE %I OWNED BY %I.%I;', relname, refobjid::regclass::text, attname) as text
  from pg_depend join pg_class on pg_class.oid = objid join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  where deptype = 'a' and relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`;
/** A `COMMENT ON` of the migrations, as an SQL comment before the statement. */
const commentOf = (oid: string, catalog: string) =>
  `coalesce('-- ' || obj_description(${oid}, '${catalog}') || E'\\n', '')`;
const FUNCTIONS = `
  select ${commentOf('oid', 'pg_proc')} || rtrim(pg_get_functiondef(oid), E'\\n') || ';' as text from pg_proc
  where pronamespace = 'public'::regnamespace order by proname, pg_get_function_identity_arguments(oid)`;
const FOREIGN_KEYS = `
  select format('ALTER TABLE %I ADD CONSTRAINT %I %s;', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) as text
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by conrelid::regclass::text, conname`;
const INDEXES = `
  select pg_get_indexdef(indexrelid) || ';' as text from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
  order by relname`;
const TRIGGERS = `
  select ${commentOf('pg_trigger.oid', 'pg_trigger')} || pg_get_triggerdef(pg_trigger.oid) || ';' as text from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal order by relname, tgname`;

/** The statements that create the schema of this database, in executable order. */
export async function schemaStatements(pool: pg.Pool): Promise<string[]> {
  const statements: string[] = [];
  for (const query of [SEQUENCES, TABLES, SEQUENCE_OWNERS, FUNCTIONS, FOREIGN_KEYS, INDEXES, TRIGGERS]) {
    const { rows } = await pool.query<Row>(query);
    statements.push(...rows.map(({ text }) => text));
  }
  return statements;
}
