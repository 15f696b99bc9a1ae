import { pushKeysFile, rotatePushKeys } from '../../server/domains/push/keys.ts';
import { main, printMessage, Stop } from '../stop.ts';
import { readSettings } from './backend.ts';

/** `npm run push-keys -- rotate`: creates a new VAPID key for new subscriptions; older keys still serve existing ones. */
await main(async () => {
  if (process.argv[2] !== 'rotate' || process.argv.length > 3) throw new Stop('usage: npm run push-keys -- rotate');
  const { publicKey } = rotatePushKeys(pushKeysFile(readSettings().dataDir), Date.now());
  printMessage(`the current key is ${publicKey}; every process knows it within a minute`);
});
