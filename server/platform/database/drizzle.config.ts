import { defineConfig } from 'drizzle-kit';

/** Configuration of drizzle-kit, which generates a migration when the tables in code have changed. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/database/account.ts', './server/**/tables.ts'],
  out: './server/platform/database/migrations',
});
