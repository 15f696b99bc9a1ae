import { vi } from 'vitest';
import { startEjabberd } from './ejabberd.ts';

/** Whoever starts Prosody starts a node of ejabberd instead. */
vi.mock('../../server/prosody/supervisor.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../server/prosody/supervisor.ts')>()),
  startProsody: startEjabberd,
}));
