import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VIEWER_NOTE_MAX_CHARS, VIEWER_NOTES_MAX } from '#contract/account/rules.ts';
import { tidOfUid } from '#contract/ids.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { core } from '../../../core/core.ts';
import { useSetting } from '../../../data/settings.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(2), justifyItems: 'end', '& > :first-of-type': { inlineSize: '100%' } }),
};

/**
 * A host's note about a user on that user's profile. It is a setting of the host's account, so that only the host reads it, on all own
 * devices. Saving an empty text deletes it.
 */
export const PrivateNote = ({ uid }: { readonly uid: number }) => {
  const ready = useWords('hosting');
  const { t } = useTranslation('hosting');
  const notes = useSetting('viewerNotes');
  const tid = tidOfUid(uid);
  const saved = notes[tid] ?? '';
  /** Text that the user is editing; undefined while the saved note is shown. */
  const [typed, setTyped] = useState<string>();
  if (!ready) return null;
  const text = typed ?? saved;
  const note = typedContent(text);
  const isFull = saved === '' && Object.keys(notes).length >= VIEWER_NOTES_MAX;
  const save = async () => {
    const result = await core.changeSettings({ viewerNotes: { [tid]: note } });
    reportFailure(result);
    if (!result.ok) return;
    setTyped(undefined);
    showToast(t(note === '' ? 'note.deleted' : 'note.saved'));
  };
  return (
    <section css={styles.root} aria-label={t('note.title')}>
      <TextArea
        label={t('note.title')}
        hint={isFull ? t('note.full', { number: formatNumber(VIEWER_NOTES_MAX) }) : t('note.hint')}
        value={text}
        max={VIEWER_NOTE_MAX_CHARS}
        disabled={isFull}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
      />
      {note === saved ? null : (
        <Button disabled={textFault(text, VIEWER_NOTE_MAX_CHARS) !== undefined} onClick={() => void save()}>
          {t('note.save')}
        </Button>
      )}
    </section>
  );
};
