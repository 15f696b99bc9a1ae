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
  regex,
  string,
} from 'valibot';
import { MESSAGE_MAX_CHARS } from './chat/rules.ts';
import { STANZA_ID } from './ids.ts';
import type { Result } from './result.ts';
import { typedText } from './typed-text.ts';

/**
 * One thing that a page may ask of the core, as a row of its domain's `commands.ts`. From the rows come the type `CoreApi`,
 * what the core lets in, what pages call and what tests put in place of the core: a command is written twice, as its row and
 * where it is carried out.
 */
export type CommandRow<
  Args extends readonly GenericSchema[] = readonly GenericSchema[],
  Value extends GenericSchema = GenericSchema,
> = { readonly args: Args; readonly value: Value };

export const command = <const Args extends readonly GenericSchema[], Value extends GenericSchema>(
  row: CommandRow<Args, Value>,
): CommandRow<Args, Value> => row;

/** Read-only all the way down. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
/** The same; a field that is left out is left out, not sent as `undefined`. */
type Given<T> = T extends object ? { readonly [K in keyof T]: Given<Exclude<T[K], undefined>> } : T;
type GivenAll<Args extends readonly GenericSchema[]> = { -readonly [I in keyof Args]: Given<InferInput<Args[I]>> };

/** The functions that the rows describe. */
export type CommandsOf<Rows extends Readonly<Record<string, CommandRow>>> = {
  readonly [Name in keyof Rows]: (
    ...args: GivenAll<Rows[Name]['args']>
  ) => Promise<Result<Frozen<InferOutput<Rows[Name]['value']>>>>;
};

/** What several rows speak of. Bounds are those of a port: what a field may hold says the command itself. */

/** A tab, conversation, message or upload: some name. */
export const someId = pipe(typedText, minLength(1), maxLength(256));
export const someUid = pipe(number(), integer(), minValue(1));
export const stanzaId = pipe(string(), regex(STANZA_ID));
export const messageText = pipe(typedText, maxLength(MESSAGE_MAX_CHARS));
export const nickName = pipe(string(), maxLength(1_024));
/** For a command that has nothing to say but that it is done. */
export const nothing = null_();

/** A Blob, as a room without the web's types can name it. */
export type PageFile = { readonly size: number; readonly type: string };
const { Blob } = globalThis as unknown as { readonly Blob: new () => PageFile };
export const pageFile = custom<PageFile>((value) => value instanceof Blob);
