import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { threadPath } from '#contract/paths.ts';
import { readUnsentDraft } from '#db/reads/drafts.ts';
import { core } from '../core/core.ts';
import { formatDay, formatTime } from '../i18n/format.ts';
import { Button } from '../ui/input/button.tsx';

/** Subject of a question to the support: a purchase by its number, or a call by the name of its peer and its start (Unix ms). */
export type SupportTopic =
  | { readonly kind: 'purchase'; readonly id: string }
  | { readonly kind: 'call'; readonly name: string; readonly at: number };

type Props = {
  readonly topic: SupportTopic;
  /** Opens the path of the conversation; by default in this page. */
  readonly open?: (path: string) => void;
};

/**
 * Button that opens the conversation with the support team, with the topic as the beginning of the message. A draft that exists there stays
 * as it is.
 */
export const SupportLink = ({ topic, open = (path) => navigate(path) }: Props) => {
  const { t } = useTranslation('common');
  const ask = async () => {
    const draft = await readUnsentDraft(OFFICIAL_TID).catch(() => undefined);
    const text =
      topic.kind === 'purchase'
        ? t('support.purchase', { id: topic.id })
        : t('support.call', {
            name: topic.name,
            when: `${formatDay(topic.at, Date.now())}, ${formatTime(topic.at)}`,
          });
    if (!draft?.text) await core.saveDraft(OFFICIAL_TID, `${text} `, '', null);
    open(threadPath(OFFICIAL_TID));
  };
  return (
    <Button variant="quiet" small onClick={() => void ask()}>
      <LifeBuoy size={16} aria-hidden="true" />
      {t('support.contact')}
    </Button>
  );
};
