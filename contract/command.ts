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
import { typedText } from './text/typed-text.ts';

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
  /** True: the command fails with `age` until the birth date is known; a function decides that by the arguments. */
  readonly act?: Act;
  /** `any`: the command concerns no account. All others are refused if the page has drawn another account than the signed-in one. */
  readonly account?: 'any';
};
type Act = true | ((...args: readonly unknown[]) => boolean);
/** Row of a command that may require the birth date. Pages call it through `userActions`, which asks for a missing one. */
type UserAction = { readonly act: Act };

/** Declares the row of a command; checks its type and returns it. With `act`, pages call the command through `userActions`. */
export function command<const Args extends readonly GenericSchema[], Value extends GenericSchema>(
  row: CommandRow<Args, Value> & UserAction,
): CommandRow<Args, Value> & UserAction;
/** Declares the row of a command that background work may call too (without `act`); checks its type and returns it. */
export function command<const Args extends readonly GenericSchema[], Value extends GenericSchema>(
  row: CommandRow<Args, Value>,
): CommandRow<Args, Value>;
/** Implementation of both overloads: returns the row unchanged. */
export function command(row: CommandRow): CommandRow {
  return row;
}

/** Names of the commands with `act` among these rows. */
export type UserActionName<Rows extends Readonly<Record<string, CommandRow>>> = {
  [Name in keyof Rows]: Rows[Name] extends UserAction ? Name : never;
}[keyof Rows];

/** Deeply read-only form of a type. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
/** Deeply read-only form of an argument, whose optional fields may be missing but not `undefined`. */
type Given<T> = T extends object ? { readonly [K in keyof T]: Given<Exclude<T[K], undefined>> } : T;
type GivenAll<Args extends readonly GenericSchema[]> = { -readonly [I in keyof Args]: Given<InferInput<Args[I]>> };

/** The functions of a domain's commands, derived from their rows: the core implements them, pages call them. */
export type CommandsOf<Rows extends Readonly<Record<string, CommandRow>>> = {
  readonly [Name in keyof Rows]: (
    ...args: GivenAll<Rows[Name]['args']>
  ) => Promise<Result<Frozen<InferOutput<Rows[Name]['value']>>>>;
};

// Argument schemas that several domains share. They only bound what a page sends to the core; each command checks its own rules.

/** Schema of the id of a tab, conversation, message, upload or share, or of an emoji, in a command's arguments. */
export const someId = pipe(typedText, minLength(1), maxLength(256));
/** Schema of a user's id in a command's arguments. */
export const someUid = pipe(number(), integer(), minValue(1));
/**
 * Schema of a stanza id in a command's arguments: of the message to send, which the page generates so that a repeated command sends only
 * one, or of the message that it answers.
 */
export const stanzaId = externalId;
/** Schema of a message text in a command's arguments; may be empty. */
export const messageText = pipe(typedText, maxLength(MESSAGE_MAX_CHARS));
/** Schema of a display name in a command's arguments; the core cleans it. */
export const nickName = pipe(string(), maxLength(1_024));
/** Value schema of a command that returns no data. */
export const nothing = null_();

/** A file that a page passes to the core: the parts of a Blob used here, because this folder compiles without DOM types. */
export type PageFile = { readonly size: number; readonly type: string };
const { Blob } = globalThis as unknown as { readonly Blob: new () => PageFile };
/** Schema of a Blob that a page passes to the core. */
export const pageFile = custom<PageFile>((value) => value instanceof Blob);
