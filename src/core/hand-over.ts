import { MIRRORED_KEYS, type MirroredTexts, placeOf } from '#contract/mirrored.ts';
import { core } from './core.ts';

function keptTexts(): MirroredTexts | undefined {
  try {
    const texts = MIRRORED_KEYS.map((key) => [key, localStorage.getItem(placeOf(key))] as const);
    return texts.some(([, text]) => text !== null) ? (Object.fromEntries(texts) as MirroredTexts) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Moves the rows that an earlier visit without a database stored in the local storage into the database, so that no token stays
 * there. Called when the app starts with a database.
 */
export async function handOverMirrored(): Promise<void> {
  const texts = keptTexts();
  if (!texts || !(await core.adopt(texts)).ok) return;
  for (const key of MIRRORED_KEYS) localStorage.removeItem(placeOf(key));
}
