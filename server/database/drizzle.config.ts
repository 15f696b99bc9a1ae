import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/account.ts', './server/**/tables.ts'],
  out: './server/database/migrations',
});
