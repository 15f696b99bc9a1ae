import { vi } from 'vitest';

/** Replaces the start of Prosody with the start of an ejabberd node. */
vi.mock(import('../../../server/platform/prosody/supervisor.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  startProsody: async (options) => {
    // A dynamic import, because it imports the module that is mocked here.
    const { startEjabberd } = await import('./ejabberd.ts');
    return startEjabberd(options);
  },
}));
