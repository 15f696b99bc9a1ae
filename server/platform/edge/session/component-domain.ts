import { SERVICES, type Service } from '../../../../contract/jid.ts';

/**
 * Returns the component domain of a server process (`node`) at the XMPP server (XEP-0114). Its services have the addresses
 * `<service>@<component domain>`, to which the edge of the process routes its clients' stanzas.
 */
export const componentDomain = (node: string, domain: string): string => `n${node}.${domain}`;

const escaped = (text: string) => text.replaceAll('.', '\\.');

/**
 * Creates the translation between the addresses of services that clients use (`hub.<domain>`) and their addresses at the component of
 * this process (`hub@<home>`). Services answer from their client-facing address; errors that the XMPP server generates for an absent
 * component come from `<home>`, and carbons of messages to a service contain its address there: `fromHome` translates both. The functions
 * work on the text of one frame: `toHome` changes its first tag, `fromHome` also those of messages in it.
 */
export function homeAddresses(domain: string, home: string) {
  const names = SERVICES.join('|');
  const toService = new RegExp(`^(<[a-z]+ (?:[^>]* )?to=["'])(${names})\\.${escaped(domain)}(?=["'/])`);
  const fromHome = new RegExp(`^(<[a-z]+ (?:[^>]* )?from=["'])(${names})@${escaped(home)}(?:/([^"']*))?(?=["'])`);
  const sentHome = new RegExp(`(<message (?:[^>]* )?to=["'])(${names})@${escaped(home)}(?=["'/])`, 'g');
  return {
    toHome: (text: string): string => text.replace(toService, `$1$2@${home}`),
    /** An address with a resource names the account on whose behalf the gate answers (`rules/iq.ts`). */
    fromHome: (text: string): string =>
      text.includes(home)
        ? text
            .replace(sentHome, `$1$2.${domain}`)
            .replace(
              fromHome,
              (_all, before: string, service: string, account?: string) =>
                `${before}${account ? `${account}@${domain}` : `${service}.${domain}`}`,
            )
        : text,
  };
}

/** Returns the service that an address at the component of this process names; undefined when it names none. */
export function serviceAtHome(to: string, home: string): Service | undefined {
  return SERVICES.find((name) => to === `${name}@${home}` || to.startsWith(`${name}@${home}/`));
}
