import { parseArgs } from 'node:util';

/** Parsed command line of `npm run operator`. */
export type OperatorArguments = {
  readonly command: string;
  readonly args: readonly string[];
  readonly reason: string;
  /** Commit the change; otherwise it is a dry run. */
  readonly yes: boolean;
};

/** Stand-in (U+2212) for the minus sign of a number, because `parseArgs` treats `-10` as options. */
const MINUS = '\u2212';

/** Parses the command line of `npm run operator`; undefined if an option is unknown. Negative numbers count as arguments. */
export function readOperatorArguments(words: readonly string[]): OperatorArguments | undefined {
  try {
    const options = { reason: { type: 'string', default: '' }, yes: { type: 'boolean', default: false } } as const;
    const args = words.map((word) => word.replace(/^-(?=\d)/, MINUS));
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [command = '', ...more] = positionals.map((word) => word.replace(/^\u2212(?=\d)/, '-'));
    return { command, args: more, reason: values.reason.trim(), yes: values.yes };
  } catch {
    return undefined;
  }
}
