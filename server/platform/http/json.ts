import { createHash } from 'node:crypto';
import { JSON_MAX_DEPTH } from '../../../contract/api/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { NO_PLAIN_TEXT } from '../../../contract/text/typed-text.ts';
import { isPlainText } from '../../../contract/xml/characters.ts';

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const refuse = (detail: string) => fail({ code: 'bad-request', detail } as const);

/**
 * Parses untrusted JSON of a request: at most `JSON_MAX_DEPTH` levels, no key that reaches a prototype, and only valid text. Characters
 * that PostgreSQL cannot store or XML cannot represent are refused here for every endpoint, with the name of their field.
 */
export function parseJson(text: string): Result<unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('the body is not valid JSON');
  }
  // An explicit stack: recursion could overflow on deeply nested input, because the depth is limited only by this loop.
  const open: { value: unknown; depth: number; name: string }[] = [{ value: parsed, depth: 0, name: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth, name } = next;
    if (typeof value === 'string' && !isPlainText(value)) return refuse(`${name || 'body'}: ${NO_PLAIN_TEXT}`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === JSON_MAX_DEPTH) return refuse(`the body is nested deeper than ${JSON_MAX_DEPTH} levels`);
    for (const [key, member] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) return refuse('the body holds a key that is not allowed');
      if (!isPlainText(key)) return refuse(`body: a name ${NO_PLAIN_TEXT}`);
      open.push({ value: member, depth: depth + 1, name: inner(name, key) });
    }
  }
  return ok(parsed);
}

/** Builds the name of a field, starting within `data` as the endpoints' own errors do. */
const inner = (name: string, key: string) => (name === '' || name === 'data' ? key : `${name}.${key}`);

/** Returns the SHA-256 of a parsed body, to recognize a retry; whitespace and the order of keys do not matter. */
export const hashJson = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Serializes equal values to the same text, for hashes. Recursion is safe, because `parseJson` limits the depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
