import { resolve } from 'node:path';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { type Prosody, type StartOptions, supervise } from '../../../server/platform/prosody/supervisor.ts';
import { type Node, runEjabberd, writeNode } from '../../../tools/dev/two/ejabberd.ts';

/** An ejabberd node with the configuration of deploy/, restarted whenever it dies, as the bundled Prosody is. */
export async function startEjabberd(options: StartOptions): Promise<Prosody> {
  const ports = {
    http: options.httpPort ?? (await freePort()),
    c2s: await freePort(),
    component: options.componentPort ?? (await freePort()),
  };
  const node: Node = { folder: resolve(options.dataDir), ports };
  writeNode(node, options.domain, options.secrets);
  return supervise({ httpPort: ports.http, componentPort: ports.component }, () => runEjabberd(node), options.log);
}
