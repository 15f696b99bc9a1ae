import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { temporaryFolder } from '../harness/temporary.ts';
import type { Machine } from './machine.ts';

/** The name under which the product is installed. */
export const SITE = 'gem.example';

/** Port and secrets of the simulated Stripe, which runs during a visit that buys. */
export const STRIPE = { port: 4_699, key: 'sk_test_1', secret: 'whsec_test' };

const user = v.object({
  id: v.number(),
  jid: v.string(),
  vcToken: v.string(),
  role: v.number(),
  nickName: v.string(),
});
/**
 * `users`: the guests as an earlier visit signed them in, whose sessions go on. `buys`: the first guest buys gems. `words`: text that the
 * first guest sends to the second, who answers.
 */
export type VisitOptions = {
  readonly name: string;
  readonly guests: readonly [string, string];
  readonly users?: Visit['users'] | undefined;
  readonly words?: string | undefined;
  readonly buys?: boolean | undefined;
};
const visitResult = v.object({
  users: v.tuple([user, user]),
  texts: v.array(v.string()),
  /** STUN error codes (0: accepted) of a request for a relayed address, and for a peer in the network of the relay. */
  relay: v.array(v.number()),
  gems: v.optional(v.number()),
});
/** The result of a visit. */
export type Visit = v.InferOutput<typeof visitResult>;

/** A certificate authority, and a certificate of it for the site, in a folder that machines may read. */
export function createAuthority() {
  const folder = temporaryFolder('authority');
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=test authority', '-keyout', 'ca.key', '-out', 'ca.crt');
  const own = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', `subjectAltName=DNS:${SITE}`];
  openssl('req', '-x509', ...key, '-subj', `/CN=${SITE}`, ...own, '-keyout', 'privkey.pem', '-out', 'site.crt');
  copyFileSync(join(folder, 'site.crt'), join(folder, 'fullchain.pem'));
  return { folder, certificate: join(folder, 'ca.crt') };
}

/**
 * Visits the product of a machine from its network, by name. Returns both guests, the texts of the first in the archive of
 * the second, the answers of the relay, and the gems of the first after a purchase.
 */
export function visit(machine: Machine, certificate: string, options: Omit<VisitOptions, 'name'>) {
  const hosts = join(temporaryFolder('hosts'), 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost ${SITE}\n`);
  const start = 'mount --bind "$1" /etc/hosts && shift && exec "$@"';
  const script = [process.execPath, join(import.meta.dirname, 'visit.ts'), JSON.stringify({ name: SITE, ...options })];
  const enter = [`--target=${machine.leader}`, '--net', 'unshare', '--mount', '--propagation=private'];
  const output = execFileSync('nsenter', [...enter, 'sh', '-ec', start, 'sh', hosts, ...script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  });
  return v.parse(visitResult, JSON.parse(output));
}
