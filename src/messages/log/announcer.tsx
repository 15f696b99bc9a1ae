import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageRow } from '#db/schema.ts';
import { Hidden } from '../../ui/style/hidden.tsx';
import { useLineOf } from './line-of.ts';
import { NO_MESSAGE, newestOf, spokenOf } from './spoken.ts';

/** Time after which the text is removed, so that it is not found again when the page is read, ms. */
const SHOWN_FOR_MS = 5_000;

type Props = { readonly rows: readonly MessageRow[]; readonly name: string };

/**
 * Speaks messages that arrive in the open conversation to screen readers, and nothing else: the list itself is no live region, as
 * scrolling and changed states would be spoken too.
 */
export const Announcer = ({ rows, name }: Props) => {
  const { t } = useTranslation('message');
  const lineOf = useLineOf();
  const newest = newestOf(rows);
  const before = useRef<Pick<MessageRow, 'stamp' | 'archiveId'>>(newest ?? NO_MESSAGE);
  const [spoken, setSpoken] = useState<{ readonly key: string; readonly text: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each newest message, not when only the texts change
  useEffect(() => {
    const news = spokenOf(before.current, rows);
    if (newest) before.current = newest;
    if (!news) return;
    const text =
      'count' in news
        ? t('jumpNew', { count: news.count })
        : news.messages.map((row) => `${name}: ${lineOf(row)}`).join('\n');
    setSpoken({ key: news.key, text });
  }, [newest?.mid]);
  useEffect(() => {
    if (!spoken) return;
    const timer = setTimeout(() => setSpoken(undefined), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <Hidden>
      <span role="status">{spoken ? <span key={spoken.key}>{spoken.text}</span> : null}</span>
    </Hidden>
  );
};
