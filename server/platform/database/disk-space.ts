import type { Pool } from 'pg';
import type { Need } from '../process/readiness.ts';

/** SQLSTATE `disk_full`. */
const DISK_FULL = '53100';
/** A temporary table of some 700 kB: more than the free space that a full disk may still have in the files of existing tables. */
const PROBE =
  'create temporary table disk_space_probe on commit drop as select number from generate_series(1, 20000) number';

/** Whether the disk of the database is full, as the queries of this process find out. */
export type DiskSpace = {
  /** Receives the error of each failed query of the process's pools; anything else is ignored. */
  note(error: unknown): void;
  /** Readiness check: writes are not refused for lack of space. */
  need(pool: Pool): Need;
};

/**
 * Creates the check of the database's disk. An update within a page succeeds on a full disk, so the lease of the leader does not show it.
 * After a query failed with `disk_full`, each check writes a temporary table that needs new space, until that no longer fails so.
 */
export function createDiskSpace(): DiskSpace {
  let isSuspected = false;

  async function probe(pool: Pool): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(PROBE);
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }

  return {
    note(error) {
      if (codeOf(error) === DISK_FULL) isSuspected = true;
    },
    need: (pool) => ({
      name: 'the disk of the database',
      async lacks() {
        if (!isSuspected) return undefined;
        try {
          await probe(pool);
        } catch (error) {
          if (codeOf(error) === DISK_FULL) return 'the disk of the database is full';
        }
        isSuspected = false;
        return undefined;
      },
    }),
  };
}

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), 'code');

/** The check of the database's disk in this process: its queries report their errors to it, and its readiness uses it. */
export const diskSpace = createDiskSpace();
