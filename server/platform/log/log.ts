import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger };

/** Fields of a PostgreSQL error that never hold a value somebody sent. */
const SAFE_DATABASE_FIELDS = ['constraint', 'table', 'column', 'routine'];

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * An error by allow-list. The message is left out, because those of drizzle and PostgreSQL quote parameters; the kind,
 * the code and the places in our code are enough to find the cause.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const described: Record<string, unknown> = {
    kind: error.name,
    code: 'code' in error ? text(error.code) : undefined,
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  };
  for (const field of SAFE_DATABASE_FIELDS) {
    const value: unknown = Reflect.get(error, field);
    if (value !== undefined) described[field] = text(value);
  }
  if (error.cause !== undefined) described['cause'] = describeError(error.cause);
  return described;
}

/** Each serializer names what may be written; a request or an answer that slips into a log line shows nothing. */
const serializers = {
  err: describeError,
  error: describeError,
  req: () => undefined,
  res: () => undefined,
  request: () => undefined,
  reply: () => undefined,
};

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** JSON lines on standard output, or into `destination`. Never log a token, a password or the body of a message. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, serializers, base: null, timestamp: stdTimeFunctions.isoTime };
  if (destination !== undefined) return pino(options, destination);
  // Without an error listener a full disk would end the process at the next line.
  return pino(
    options,
    pino.destination({ fd: process.stdout.fd, sync: true }).on('error', () => undefined),
  );
}
