import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns the bytes available to unprivileged users on the disk of a folder, or of its nearest existing parent.
 */
export async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (parent === folder) throw error;
    return freeBytesOf(parent);
  }
}
