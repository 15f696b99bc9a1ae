import pg from 'pg';
import type { Product } from '../../harness/browser/product.ts';

/** Runs one SQL statement in the product's database, in place of another user or the operator. */
export async function query(
  product: Product,
  sql: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

/** The display name of an account. */
export async function nameOf(product: Product, uid: number): Promise<string> {
  const [found] = await query(product, 'select nick_name from account where uid = $1', [uid]);
  return String(found?.['nick_name']);
}

/** Runs `act` while new accounts of this product have no birth date. In tests a column default sets it. */
export async function withoutBirthDates(product: Product, act: () => Promise<void>): Promise<void> {
  await query(product, 'alter table account alter column birth_date drop default', []);
  try {
    await act();
  } finally {
    await query(product, `alter table account alter column birth_date set default '1990-01-01'`, []);
  }
}
