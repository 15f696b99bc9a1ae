import {
  custom,
  type GenericSchema,
  type InferInput,
  type InferOutput,
  integer,
  maxLength,
  minLength,
  minValue,
  null_,
  number,
  pipe,
  string,
} from 'valibot';
import { MESSAGE_MAX_CHARS } from './chat/rules.ts';
import { externalId } from './external-id.ts';
import type { Result } from './result.ts';
import { typedText } from './typed-text.ts';

/**
 * A command that a page may call on the core, as a row of its domain's `commands.ts`. The type `CoreApi`, the guard of the core,
 * the forwarders of the pages and the stub of the tests are derived from the rows: a command is written twice, as its row and
 * as its implementation.
 */
export type CommandRow<
  Args extends readonly GenericSchema[] = readonly GenericSchema[],
  Value extends GenericSchema = GenericSchema,
> = {
  readonly args: Args;
  readonly value: Value;
  /** The command requires a known birth date (`age`); a function decides by the arguments. */
  readonly act?: Act;
};
type Act = true | ((...args: readonly unknown[]) => boolean);
/** A command that only a user action triggers. Pages call it through `userActions`, which may ask for the birth date. */
type UserAction = { readonly act: Act };

export function command<const Args extends readonly GenericSchema[], Value extends GenericSchema>(
  row: CommandRow<Args, Value> & UserAction,
): CommandRow<Args, Value> & UserAction;
export function command<const Args extends readonly GenericSchema[], Value extends GenericSchema>(
  row: CommandRow<Args, Value>,
): CommandRow<Args, Value>;
export function command(row: CommandRow): CommandRow {
  return row;
}

/** Names of the rows that only a user action triggers. */
export type UserActionName<Rows extends Readonly<Record<string, CommandRow>>> = {
  [Name in keyof Rows]: Rows[Name] extends UserAction ? Name : never;
}[keyof Rows];

/** Deeply read-only form of a type. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
/** Deeply read-only form of an argument, whose optional fields may be missing but not `undefined`. */
type Given<T> = T extends object ? { readonly [K in keyof T]: Given<Exclude<T[K], undefined>> } : T;
type GivenAll<Args extends readonly GenericSchema[]> = { -readonly [I in keyof Args]: Given<InferInput<Args[I]>> };

/** Functions that the rows describe. */
export type CommandsOf<Rows extends Readonly<Record<string, CommandRow>>> = {
  readonly [Name in keyof Rows]: (
    ...args: GivenAll<Rows[Name]['args']>
  ) => Promise<Result<Frozen<InferOutput<Rows[Name]['value']>>>>;
};

/** Shapes shared by several rows. Their bounds protect the port only; a command checks its own rules. */

/** Id of a tab, conversation, message or upload. */
export const someId = pipe(typedText, minLength(1), maxLength(256));
export const someUid = pipe(number(), integer(), minValue(1));
export const stanzaId = externalId;
export const messageText = pipe(typedText, maxLength(MESSAGE_MAX_CHARS));
export const nickName = pipe(string(), maxLength(1_024));
/** Value of a command that returns no data. */
export const nothing = null_();

/** The parts of a Blob used here; this folder compiles without DOM types. */
export type PageFile = { readonly size: number; readonly type: string };
const { Blob } = globalThis as unknown as { readonly Blob: new () => PageFile };
/** A Blob that a page passes to the core. */
export const pageFile = custom<PageFile>((value) => value instanceof Blob);
