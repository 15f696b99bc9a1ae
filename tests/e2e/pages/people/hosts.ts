import type { Locator, Page } from 'playwright';
import type { Product } from '../../../harness/browser/product.ts';
import { query } from '../database.ts';

/** The cards of the wall. */
export const wall = (page: Page): Locator => page.getByRole('list', { name: 'Hosts', exact: true });
export const cards = (page: Page): Locator => wall(page).getByRole('listitem');
export const card = (page: Page, name: string): Locator =>
  wall(page).getByRole('link', { name: new RegExp(`^${name} \\(demo\\)`) });

/** Adds hosts that rank below the demo hosts, for tests of long walls. */
export async function seedHosts(product: Product, count: number): Promise<void> {
  const first = 500_000;
  const range = [first, first + count - 1];
  await query(
    product,
    `insert into account (uid, role, nick_name) select n, 3, 'Host ' || n from generate_series($1::int, $2::int) n on conflict do nothing`,
    range,
  );
  await query(
    product,
    `insert into profile (uid, gender, b_day, country, lang)
     select n, 'female', '1999-05-05', (array['IN','US','EG','TR'])[1 + n % 4], (array['hi','en','ar','tr'])[1 + n % 4]
     from generate_series($1::int, $2::int) n on conflict do nothing`,
    range,
  );
  await query(
    product,
    `insert into anchor (uid, price, rank, country, lang)
     select n, 10 + n % 90, -n, (array['IN','US','EG','TR'])[1 + n % 4], (array['hi','en','ar','tr'])[1 + n % 4]
     from generate_series($1::int, $2::int) n on conflict do nothing`,
    range,
  );
}
