import { vi } from 'vitest';
import type { DatabaseAddress } from '../../../server/platform/database/connect.ts';
import { poolerBefore } from './pgbouncer.ts';

/** Opens every test database through the pooler, as with DATABASE_POOLER. */
vi.mock('../../../server/platform/database/connect.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../server/platform/database/connect.ts')>();
  const open: typeof real.openDatabase = (address, ...rest) => real.openDatabase(pooled(address), ...rest);
  return { ...real, openDatabase: open };
});

function pooled(address: DatabaseAddress): DatabaseAddress {
  const pooler = typeof address === 'string' ? poolerBefore(address).DATABASE_POOLER : undefined;
  return pooler === undefined ? address : { pooler };
}
