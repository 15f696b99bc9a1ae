import { spawn } from 'node:child_process';
import { boundToUs } from '../server/platform/process/bound.ts';

/** Exit code and output (stdout and stderr) of a tool that has ended. */
export type ToolResult = { readonly code: number; readonly output: string };

/** Options of `runTool`; `env` is added to the environment of this process. */
export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Receives the output as it arrives. */
  readonly print?: (text: string) => void;
  readonly timeoutMs?: number;
};

/**
 * Runs a JavaScript tool of node_modules (vite, vitest, tsc) with the current Node until it ends. A tool that does not start, or is killed
 * by a signal or `timeoutMs`, has code 1.
 */
export function runTool(script: string, args: readonly string[], options: RunOptions = {}): Promise<ToolResult> {
  const [command = '', ...rest] = boundToUs('TERM', [process.execPath, script, ...args]);
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...options.env },
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.timeoutMs ? { timeout: options.timeoutMs } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('error', () => undefined);
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      options.print?.(chunk);
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}ended by ${signal}\n` : output }),
    );
  });
}
