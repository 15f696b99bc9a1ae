import { SERVICES, type Service } from '../../../contract/jid.ts';

/** The address of a server process at the XMPP server: a component of its own (XEP-0114), at which all of its services stand. */
export const homeOf = (node: string, domain: string): string => `n${node}.${domain}`;

const escaped = (text: string) => text.replaceAll('.', '\\.');

/**
 * Between the addresses of the services, which clients know, and the home of this process, where they stand: what is for
 * `hub.<domain>` goes to `hub@<home>`. Answers bear the service's own address; only what the XMPP server itself says of an
 * absent home does not, and is translated back. Both work on one frame as text, in its first tag only.
 */
export function homeAddresses(domain: string, home: string) {
  const names = SERVICES.join('|');
  const toService = new RegExp(`^(<[a-z]+ (?:[^>]* )?to=["'])(${names})\\.${escaped(domain)}(?=["'/])`);
  const fromHome = new RegExp(`^(<[a-z]+ (?:[^>]* )?from=["'])(${names})@${escaped(home)}(?:/([^"']*))?(?=["'])`);
  return {
    toHome: (text: string): string => text.replace(toService, `$1$2@${home}`),
    /** With a resource it was said in the name of that account (`rules/iq.ts`). */
    fromHome: (text: string): string =>
      text.includes(home)
        ? text.replace(
            fromHome,
            (_all, before: string, service: string, account?: string) =>
              `${before}${account ? `${account}@${domain}` : `${service}.${domain}`}`,
          )
        : text,
  };
}

/** The local part of an address at the home; undefined when it names no service of ours. */
export function serviceAtHome(to: string, home: string): Service | undefined {
  return SERVICES.find((name) => to === `${name}@${home}` || to.startsWith(`${name}@${home}/`));
}
