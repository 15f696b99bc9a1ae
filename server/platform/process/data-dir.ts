import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { StartError } from './start-error.ts';

const refuse = (dataDir: string, why: string) =>
  new StartError(`DATA_DIR: ${dataDir} ${why}; set DATA_DIR to a folder of this user`);

/** Refuses a data folder that exists but is a file, or that this process cannot write to, with a `StartError`. Creates nothing. */
export function checkDataDir(dataDir: string): void {
  try {
    if (!statSync(dataDir).isDirectory()) throw refuse(dataDir, 'is a file, not a folder');
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw refusalOf(error, dataDir);
  }
}

/**
 * Creates the data folder if it is missing, and refuses it with a `StartError` if this process cannot write there. Called by each server
 * process and command before anything else uses the folder.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    // The embedded PostgreSQL may run as another user, who must be able to enter the folder.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw refusalOf(error, dataDir);
  }
  checkDataDir(dataDir);
}

function refusalOf(error: unknown, dataDir: string): StartError {
  if (error instanceof StartError) return error;
  const code = Reflect.get(Object(error), 'code');
  if (code === 'EEXIST') return refuse(dataDir, 'is a file, not a folder');
  if (code === 'ENOTDIR') return refuse(dataDir, 'is below a file');
  return refuse(dataDir, `is not writable (${code})`);
}
