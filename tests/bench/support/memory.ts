import { readdirSync, readFileSync } from 'node:fs';

const KB_PER_MB = 1_000;
const BYTES_PER_KIB = 1.024;

/** Memory of all processes of the browser with this profile, in MB. Shared pages count once (Linux, PSS). */
export function memoryOfProfile(userDataDir: string): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, parent: parentOf(pid), command: read(pid, 'cmdline').replaceAll('\0', ' ') }));
  const family = new Set(
    processes.filter(({ command }) => command.includes(`--user-data-dir=${userDataDir}`)).map(({ pid }) => pid),
  );
  for (let before = -1; family.size > before; ) {
    before = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return ([...family].reduce((sum, pid) => sum + pssKb(pid), 0) * BYTES_PER_KIB) / KB_PER_MB;
}

const pssKb = (pid: string) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0);

/** The command's name may contain spaces and brackets, so fields are counted from the last bracket. */
const parentOf = (pid: string) => read(pid, 'stat').split(') ').at(-1)?.split(' ')[1] ?? '';

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
}
