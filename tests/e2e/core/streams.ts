import pg from 'pg';
import type { Product } from '../../harness/browser/product.ts';

/** The number of open XMPP streams of a user. */
export async function streamsOf(product: Product, uid: number): Promise<number> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::int as streams from online_stream where uid = $1', [uid]);
    return rows[0].streams;
  } finally {
    await client.end();
  }
}
