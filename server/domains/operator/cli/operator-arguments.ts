import { parseArgs } from 'node:util';

export type OperatorArguments = {
  readonly command: string;
  readonly args: readonly string[];
  readonly reason: string;
  /** A change of money is done, not tried. */
  readonly yes: boolean;
};

/** `parseArgs` takes `-10` for options. A minus sign of its own keeps a number's place among the words. */
const MINUS = '\u2212';

/** What was asked for on the command line; undefined for an option that is none. */
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
