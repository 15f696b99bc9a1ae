import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/platform/database/account.ts', './server/**/tables.ts'],
  out: './server/platform/database/migrations',
});
