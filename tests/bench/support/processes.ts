import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time of processes in hundredths of a second. */
const MS_PER_TICK = 10;

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
}

/** Fields after the command's name, which may contain spaces and brackets. The first one is the state. */
const statOf = (pid: number) => read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
const ticksOf = (pid: number, fields: readonly number[]) =>
  fields.reduce((sum, field) => sum + Number(statOf(pid)[field] ?? 0), 0);

/** CPU time of a process so far, with all its threads, in ms. */
export const cpuOf = (pid: number): number => ticksOf(pid, [11, 12]) * MS_PER_TICK;

/** CPU time of a process and all its descendants, including those that have ended, in ms. */
export function cpuOfTree(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === pid);
  const own = ticksOf(pid, [11, 12, 13, 14]) * MS_PER_TICK;
  return children.reduce((sum, child) => sum + cpuOfTree(Number(child)), own);
}

/** Resident memory of a process, in kB. */
export const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1.024;
