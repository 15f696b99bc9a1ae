import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/schema.ts', './server/*/tables.ts', './server/account/site/tables.ts'],
  out: './server/database/migrations',
});
