/** An event that `readinessReader` finds in Prosody's log: both ports are open, or one is taken by another program. */
export type LogEvent = { readonly kind: 'ready' } | { readonly kind: 'port-taken'; readonly port: number };

/**
 * Detects from Prosody's log when its ports are open. A probe would not do: Prosody keeps running when a port is taken, and the probe
 * would reach the other program (trap 7). Returns a function that is called with each line, and reports each event once.
 */
export function readinessReader(httpPort: number, componentPort: number) {
  const missing = new Set([`]:${httpPort}`, `]:${componentPort}`, "Serving 'websocket'"]);
  return (line: string): LogEvent | undefined => {
    const taken = /Failed to open server port (\d+)/.exec(line)?.[1];
    if (taken !== undefined) return { kind: 'port-taken', port: Number(taken) };
    if (missing.size === 0) return undefined;
    if (line.includes('Activated service') || line.includes('Serving ')) {
      for (const sign of missing) if (line.includes(sign)) missing.delete(sign);
    }
    return missing.size === 0 ? { kind: 'ready' } : undefined;
  };
}
