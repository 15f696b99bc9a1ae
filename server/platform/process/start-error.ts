/**
 * A failure to start that an operator can fix: the message is one line that names the cause and the remedy. It is printed without a stack.
 */
export class StartError extends Error {}

/** SQLSTATE class of errors whose message quotes a value, such as `invalid input syntax for type integer: "…"`. */
const QUOTES_A_VALUE = /^22/;
const CAUSES_MAX = 10;

/**
 * The cause of a failed start in one line, for the last line that a process prints: the message of the innermost cause with its code.
 * Drizzle's own message is left out, because it quotes the query and its parameters.
 */
export function describeStartFailure(error: unknown): string {
  let innermost = error;
  for (let depth = 0; depth < CAUSES_MAX; depth++) {
    if (innermost instanceof StartError) return oneLine(innermost.message);
    const cause: unknown = innermost instanceof AggregateError ? innermost.errors[0] : causeOf(innermost);
    if (cause === undefined) break;
    innermost = cause;
  }
  if (!(innermost instanceof Error)) return oneLine(String(innermost));
  const code = textOf(innermost, 'code');
  const details = [code, ...['constraint', 'table', 'column'].map((name) => textOf(innermost, name))].filter(
    (detail) => detail !== undefined,
  );
  const message = code !== undefined && QUOTES_A_VALUE.test(code) ? 'a query with an invalid value' : innermost.message;
  const text = message === '' ? innermost.name : message;
  const rest = details.filter((detail) => !text.includes(detail));
  return oneLine(rest.length === 0 ? text : `${text} (${rest.join(', ')})`);
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();
