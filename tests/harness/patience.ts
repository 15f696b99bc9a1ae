import { vi } from 'vitest';

/** The default of one second is as long as a busy machine may need for a single step. Only a test that fails waits so long. */
const WAIT_MS = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
