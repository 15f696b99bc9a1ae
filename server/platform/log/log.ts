import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger };

/** Fields of a PostgreSQL error that never contain user data. */
const SAFE_DATABASE_FIELDS = ['constraint', 'table', 'column', 'routine'];
/** Fields of an error of a gateway or a store that never contain user data: what it refused and under which id it logged the request. */
const SAFE_SERVICE_FIELDS = ['type', 'decline_code', 'param', 'requestId'];

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Serializes an error by allow list. The message is omitted, because those of drizzle and PostgreSQL quote parameters; name, code
 * and stack suffice to find the cause.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const described: Record<string, unknown> = {
    kind: error.name,
    code: 'code' in error ? text(error.code) : undefined,
    at: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  };
  for (const field of [...SAFE_DATABASE_FIELDS, ...SAFE_SERVICE_FIELDS]) {
    const value: unknown = Reflect.get(error, field);
    if (value !== undefined) described[field] = text(value);
  }
  if ('statusCode' in error && typeof error.statusCode === 'number') described['statusCode'] = error.statusCode;
  if (error.cause !== undefined) described['cause'] = describeError(error.cause);
  return described;
}

/** Allow list of what is written: a request or reply that is passed by mistake logs nothing. */
const serializers = {
  err: describeError,
  error: describeError,
  req: () => undefined,
  res: () => undefined,
  request: () => undefined,
  reply: () => undefined,
};

/** The lowest level that a process logs; `silent` logs nothing. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Creates the log of a process: JSON to standard output, or to `destination`. Never log a token, a password or the body of a message. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = { level, serializers, base: null, timestamp: stdTimeFunctions.isoTime };
  if (destination !== undefined) return pino(options, destination);
  // Without an error listener, a failed write (disk full) would end the process.
  return pino(
    options,
    pino.destination({ fd: process.stdout.fd, sync: true }).on('error', () => undefined),
  );
}
