import type pg from "pg";
import { type CopiedColumn, type CopiedTable, isOwnTable, list, NOTES } from "../copying/databases";

// What the tables of a database are like, for copying a shop from it or to it.

const KINDS: Record<string, CopiedColumn["kind"]> = { text: "text", bigint: "number" };

const TABLES = `c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`;

/** All tables that are copied, with their columns, by name. */
export async function tablesOf(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string; place: number | null }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       (select array_position(i.indkey::smallint[], a.attnum) from pg_index i
        where i.indrelid = c.oid and i.indisprimary) as place
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where ${TABLES} order by c.relname collate "C", a.attname collate "C"`,
  );
  const tables = new Map<string, CopiedTable & { places: number[] }>();
  for (const { table, name, type, place } of rows) {
    if (isOwnTable(table)) continue;
    const kind = KINDS[type];
    if (!kind) throw new Error(`${table}.${name} is of a type that is not copied: ${type}`);
    const found = tables.get(table) ?? { name: table, columns: [], key: [], places: [] };
    tables.set(table, found);
    found.columns.push({ name, kind });
    // Counted from 0 in an index.
    if (place !== null) found.key[place] = name;
  }
  return [...tables.values()].map(({ name, columns, key }) => ({
    name,
    columns,
    key: key.filter((column) => column !== undefined),
  }));
}

/** Empties all tables, with those of search indexes. */
export async function truncate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where ${TABLES} and c.relname <> '${NOTES}' and c.relname not like 'kysely%'`,
  );
  if (rows.length > 0) await client.query(`truncate ${list(rows.map(({ name }) => name))}`);
}

/** The sequence of each table's ids. */
export async function sequencesOf(client: pg.Client): Promise<[table: string, sequence: string][]> {
  const { rows } = await client.query<{ table: string; sequence: string | null }>(
    `select c.relname as table, pg_get_serial_sequence(quote_ident(c.relname), 'id') as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where ${TABLES} order by c.relname`,
  );
  return rows.flatMap(({ table, sequence }) => (sequence ? [[table, sequence] as [string, string]] : []));
}

/** What is taken away before rows come, and brought back after. */
export interface TakenAway {
  /** What it is, as in the key of its note: all of one kind are brought back before the next, in the order of the keys. */
  kind: "indexes" | "references" | "triggers" | "validity";
  back: string;
  /** null: it goes with another. */
  away: string | null;
}

const REFERENCES = `contype = 'f' and connamespace = current_schema()::regnamespace`;

/**
 * Indexes without a constraint, references, triggers. References come back without a look at the rows, since that is
 * quick, and one at a time; the rows are looked at afterwards, of several tables side by side.
 */
export const TAKEN_AWAY = `
  select 'indexes' as kind,
    pg_get_indexdef(i.indexrelid) as back, 'drop index ' || quote_ident(c.relname) as away, 1 as place
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r'
    and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
  union all
  select 'references', format('alter table %s ', conrelid::regclass)
      || string_agg(format('add constraint %I %s not valid', conname, pg_get_constraintdef(oid)), ', '),
    format('alter table %s ', conrelid::regclass) || string_agg(format('drop constraint %I', conname), ', '), 2
  from pg_constraint where ${REFERENCES} group by conrelid
  union all
  select 'triggers', string_agg(format('alter table %I enable trigger user', c.relname), '; '),
    string_agg(format('alter table %I disable trigger user', c.relname), '; '), 3
  from pg_class c where ${TABLES}
  union all
  select 'validity', format('alter table %s ', conrelid::regclass)
      || string_agg(format('validate constraint %I', conname), ', '), null, 4
  from pg_constraint where ${REFERENCES} group by conrelid
  order by place`;
