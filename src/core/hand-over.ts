import { KEPT_KEYS, type MirroredTexts, placeOf } from '#contract/mirrored.ts';
import { core } from './core.ts';

function keptTexts(): MirroredTexts | undefined {
  try {
    const texts = KEPT_KEYS.map((key) => [key, localStorage.getItem(placeOf(key))] as const);
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
  const kept = keptTexts();
  if (!kept || !(await core.adopt(kept)).ok) return;
  for (const key of KEPT_KEYS) localStorage.removeItem(placeOf(key));
}
