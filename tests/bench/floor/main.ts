import Dexie, { type EntityTable } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

type Row = { id: number; name: string; text: string; at: number };
const ROWS = 20;

const db = new Dexie('floor') as Dexie & { rows: EntityTable<Row, 'id'> };
db.version(1).stores({ rows: 'id, at' });

const readRows = () => db.rows.orderBy('at').reverse().limit(ROWS).toArray();

/** The minimal page that shows a list from IndexedDB: the lower bound for the app's cold load. */
const List = () => {
  const rows = useLiveQuery(readRows);
  return createElement(
    'ul',
    null,
    rows?.map(({ id, name, text }) =>
      createElement('li', { key: id }, createElement('a', { href: `/message/u_${id}` }, `${name}: ${text}`)),
    ),
  );
};

const element = document.getElementById('root');
if (!element) throw new TypeError('index.html has no #root');
createRoot(element).render(createElement(List));

// Fills the table on the first visit; measured visits find the rows.
if ((await db.rows.count()) === 0) {
  const rows = Array.from({ length: ROWS }, (_, id) => ({
    id,
    name: `Peer ${id}`,
    text: 'so how was your day',
    at: id,
  }));
  await db.rows.bulkPut(rows);
}
