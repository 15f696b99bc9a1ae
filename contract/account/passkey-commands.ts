import { maxLength, pipe, string } from 'valibot';
import { command, nothing } from '../command.ts';
import { proof } from './life-commands.ts';
import { creationOptions, credentialJson, requestOptions } from './passkey.ts';

/** Commands of pages for passkeys (endpoints: passkey-endpoints.ts). Only a page can ask for a passkey; `signIn` signs in by it. */
export const passkeyCommands = {
  beginPasskey: command({ args: [proof], value: creationOptions }),
  /** Stores the new passkey, and refreshes the sessions in `app.state`, which list it. */
  addPasskey: command({ args: [credentialJson], value: nothing }),
  removePasskey: command({ args: [pipe(string(), maxLength(64)), proof], value: nothing }),
  beginAssertion: command({ account: 'any', args: [], value: requestOptions }),
};
