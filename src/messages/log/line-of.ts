import { useTranslation } from 'react-i18next';
import { withFewMarksIn } from '#contract/chat/line-facts.ts';
import { factsOfPayload, previewOf } from '#contract/chat/lines.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import type { MessageRow } from '#db/schema.ts';
import { currentLocale } from '../../i18n/i18n.ts';

/** Returns a function that describes a message in one line of text, as in the conversation list. Used for quotes and labels. */
export function useLineOf(): (row: MessageRow) => string {
  const { t } = useTranslation('push');
  return (row) => {
    const cover = coverOf(row);
    const facts = row.payload ? withFewMarksIn(factsOfPayload(row.payload)) : ({ kind: 'unsupported' } as const);
    return previewOf(cover ? { kind: cover } : facts, (key, values) => t(key, { ...values }), currentLocale());
  };
}
