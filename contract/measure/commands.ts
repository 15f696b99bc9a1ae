import { boolean, maxLength, nullable, number, object, optional, picklist, pipe, record, string, union } from 'valibot';
import { command, nothing } from '../command.ts';
import { attributionInfo } from './attribution.ts';
import { CONSENT_WAYS } from './endpoints.ts';

const consent = object({ v: number(), m: boolean(), a: boolean(), at: number(), g: optional(boolean()) });

/** Types alone: the bounds are held where it is used, after consent. */
const told = object({
  /** The answer that lies in this page's storage. */
  answer: nullable(consent),
  how: picklist(CONSENT_WAYS),
  /** The browser asks not to be followed. */
  isAskedNot: boolean(),
  language: string(),
  /** Whether the app stands alone, without the browser's frame. */
  standalone: boolean(),
  referrer: string(),
  /** The click that an advertisement's link named. */
  fbclid: string(),
  /** Where events go: checked one by one, and kept or not. Test and development builds only. */
  debug: picklist(['', 'debug', 'debug_only']),
});

/** Measuring. Names and properties of events are checked where they are kept, after consent. */
export const measureCommands = {
  track: command({
    args: [pipe(string(), maxLength(50)), record(string(), union([string(), number(), boolean()]))],
    value: nothing,
  }),
  /** Says what was answered, at each start and change. Returns the answer that counts: the newer of this one and the core's. */
  consent: command({ args: [told], value: nullable(consent) }),
  /** Keeps how this installation came here, and tells of it where it has changed. */
  keepAttribution: command({ args: [attributionInfo], value: nothing }),
};
