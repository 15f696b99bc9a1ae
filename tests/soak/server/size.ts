/** Whether the soak runs in full size (`SOAK=full`). The short size only shows within a minute or two that it works. */
export const isFull = process.env['SOAK'] === 'full';
export const sized = <T>(short: T, full: T): T => (isFull ? full : short);

/** Writes measured figures into the output of the run. */
export function report(what: string, figures: Readonly<Record<string, number | string>>): void {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`soak: ${what}: ${words.join(', ')}\n`);
}
