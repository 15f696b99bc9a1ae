/** Whether the soak has its full size (`SOAK=full`), or the one that shows within a minute or two that it works. */
export const isFull = process.env['SOAK'] === 'full';
export const sized = <T>(short: T, full: T): T => (isFull ? full : short);

/** Says what was measured where the report of the run shows it. */
export function report(what: string, figures: Readonly<Record<string, number | string>>): void {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`soak: ${what}: ${words.join(', ')}\n`);
}
