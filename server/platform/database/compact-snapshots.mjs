// drizzle-kit writes each schema snapshot over 8,000 lines of JSON. Only drizzle-kit reads them, so this minifies them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('./migrations/meta/', import.meta.url);

for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('_snapshot.json'))) {
  const file = new URL(name, FOLDER);
  writeFileSync(file, `${JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))}\n`);
}
