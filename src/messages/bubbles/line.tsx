import { useTranslation } from 'react-i18next';
import { withFewMarksIn } from '#contract/chat/line-facts.ts';
import { factsOfPayload, previewOf } from '#contract/chat/lines.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { size } from '../../ui/style/tokens.ts';

const style = { fontSize: size.md, overflowWrap: 'anywhere' } as const;

/**
 * A message as one line of text, worded as in the conversation list. For kinds without a bubble of their own, and for service
 * messages whose texts are not in this build.
 */
export const LineBubble = ({ payload }: { readonly payload: Payload }) => {
  const { t } = useTranslation('push');
  return (
    <p css={style} dir="auto">
      {previewOf(withFewMarksIn(factsOfPayload(payload)), (key, values) => t(key, { ...values }), currentLocale())}
    </p>
  );
};
