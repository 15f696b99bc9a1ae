import { vi } from 'vitest';

/** Whoever starts Prosody starts a node of ejabberd instead. */
vi.mock(import('../../../server/platform/prosody/supervisor.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  startProsody: async (options) => {
    // Loaded late: it imports the module that is replaced here.
    const { startEjabberd } = await import('./ejabberd.ts');
    return startEjabberd(options);
  },
}));
