import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { CHROMIUM, needTool, PROSODY } from '../installed-tools.ts';
import { listenForStop, main, printMessage, Stop } from '../stop.ts';
import { buildForTests } from './test-builds.ts';

const FOLDER = '.test-results/shots';
const shots = v.object({
  takeShots: v.custom<(folder: string, say: (line: string) => void, words: readonly string[]) => Promise<number>>(
    (value) => typeof value === 'function',
  ),
});

/**
 * `npm run shots` takes screenshots of every screen: phone and wide, dark, light and right-to-left. `npm run shots -- login` takes those
 * whose name contains the word.
 */
await main(async () => {
  const { signal } = listenForStop();
  needTool(PROSODY);
  needTool(CHROMIUM);
  await buildForTests(signal);
  const loaded: unknown = await import(pathToFileURL(resolve('tests/shots/shots.ts')).href);
  const taken = await v.parse(shots, loaded).takeShots(FOLDER, printMessage, process.argv.slice(2));
  if (taken === 0) throw new Stop('no screen could be opened');
  printMessage(`${taken} pictures in ${FOLDER}`);
});
