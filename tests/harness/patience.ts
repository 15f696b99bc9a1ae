import '../../server/platform/process/package-format.ts';
import { vi } from 'vitest';

/** The default of one second may be too short for a single step on a busy machine. Only a failing test waits this long. */
const WAIT_MS = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
