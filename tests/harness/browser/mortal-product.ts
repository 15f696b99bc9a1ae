import { join } from 'node:path';
import { readPid } from '../../../server/platform/process/leftovers.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { gatewayKeys, superviseGateway } from '../../../tools/dev/gateway-process.ts';
import { type KilledServer, startKilledServer, until } from '../servers/kept-server.ts';
import { isCommit, type Passing, tapLines } from '../tapped-lines.ts';
import { temporaryFolder } from '../temporary.ts';
import { isAlive } from './product.ts';

/** A process of the product that can be killed; `engine` is Prosody. */
export type Part = 'server' | 'engine' | 'database' | 'gateway';
type Line = 'database' | 'gateway';
/** Moment of a kill: when the n-th write (from 1) that matches `of` is sent (`asked`), or answered, on a tapped connection. */
export type KillPoint = {
  readonly part: Part;
  readonly line: Line;
  readonly side: 'asked' | 'answered';
  readonly of: RegExp;
  readonly n: number;
};

/** All processes of the product under supervisors, with tapped connections between them on which any write can be the moment of a kill. */
export type MortalProduct = {
  readonly server: KilledServer;
  readonly url: string;
  readonly dataDir: string;
  /** How many matching messages pass while `act` runs. */
  count(point: Pick<KillPoint, 'line' | 'side' | 'of'>, act: () => Promise<unknown>): Promise<number>;
  /**
   * Kills the part at this message while `act` runs; false if the message did not come. Resolves when `act` is done and the part is back.
   */
  killAt(point: KillPoint, act: () => Promise<unknown>): Promise<boolean>;
  /** Sends SIGKILL; for the database, cuts its connections. Resolves when the part is back. */
  kill(part: Part): Promise<void>;
  stop(): Promise<void>;
};

const isWrite = /insert into|update |delete from|ledger_transfer|POST /i;
const isOf = ({ text, asked, side }: Passing<Line>, of: RegExp): boolean => {
  const said = side === 'asked' ? text : asked;
  return (isWrite.test(said) && of.test(said)) || (isCommit(said) && of.test(asked));
};

/** Starts the product with tapped connections from the server to the database and the gateway. */
export async function startMortalProduct(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MortalProduct> {
  const dataDir = temporaryFolder('mortal');
  const gatewayPort = await freePort();
  const own = new URL(databaseUrl);
  const databasePort = Number(own.port);
  const lines = await tapLines<Line>({ database: () => databasePort, gateway: () => gatewayPort });
  own.port = String(lines.portOf('database'));
  const settings = { ...gatewayKeys(dataDir), GATEWAY_PORT: String(lines.portOf('gateway')), ...env };
  const server = await startKilledServer(own.href, settings, dataDir);
  const gatewayOptions = { dataDir, databaseUrl, port: gatewayPort, url: '', serverPort: server.port };
  const gateway = await superviseGateway(gatewayOptions, () => undefined);
  const gatewayPid = () => readPid(join(dataDir, 'gateway-demo.pid'));

  function joinAgain(): void {
    lines.cut();
    lines.join();
  }
  async function kill(part: Part): Promise<void> {
    // The next server starts on new connections.
    if (part === 'server') await server.killServer(joinAgain);
    else if (part === 'engine') await server.killEngine();
    else if (part === 'database') lines.cut('database');
    else {
      const before = gatewayPid() ?? 0;
      process.kill(before, 'SIGKILL');
      lines.cut('gateway');
      lines.join();
      await until('the next gateway', () => {
        const pid = gatewayPid();
        return pid !== undefined && pid !== before && isAlive(pid);
      });
    }
    lines.join();
  }

  return {
    kill,
    server,
    dataDir,
    url: `http://localhost:${server.port}`,
    async count({ line, side, of }, act) {
      let passed = 0;
      lines.watch(
        (passing) => {
          if (passing.line === line && passing.side === side && isOf(passing, of)) passed += 1;
          return false;
        },
        () => undefined,
      );
      await act();
      lines.watch(undefined, () => undefined);
      return passed;
    },
    async killAt({ part, line, side, of, n }, act) {
      let passed = 0;
      let killed: Promise<void> | undefined;
      // Prosody uses neither of these connections, so the message passes.
      const stops = part !== 'engine';
      lines.watch(
        (passing) => {
          if (killed || passing.line !== line || passing.side !== side || !isOf(passing, of)) return false;
          passed += 1;
          if (passed < n) return false;
          if (!stops) killed = kill(part);
          return stops;
        },
        () => {
          killed = kill(part);
        },
      );
      await act();
      lines.watch(undefined, () => undefined);
      await killed;
      return killed !== undefined;
    },
    async stop() {
      await server.stop();
      await gateway.stop();
      await lines.close();
    },
  };
}
