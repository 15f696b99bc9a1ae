export type LogEvent = { readonly kind: 'ready' } | { readonly kind: 'port-taken'; readonly port: number };

/**
 * Reads from Prosody's own log when it serves, because a probe would find whoever else holds the port: Prosody keeps
 * running when a port is taken (trap 7). Returns a function to be called with each line.
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
