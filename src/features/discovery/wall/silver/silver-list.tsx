import { Coins } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { silverCallOf } from '../../../../data/calls/use-silver-call.ts';
import { explain } from '../../../../i18n/errors.ts';
import { Empty } from '../../../../ui/feedback/empty.tsx';
import { Button } from '../../../../ui/input/button.tsx';
import { MoreFailed } from '../more-failed.tsx';
import { PeopleGrid } from '../people-grid.tsx';
import { useFreshList } from '../use-fresh-list.ts';
import { SilverCalls, useSilverCalls } from './silver-calls.tsx';

const MOST_COLUMNS = 4;

type Props = {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Whether the user is signed out: the cards then have no actions. */
  readonly visitor: boolean;
};

/** Grid of the hosts who take silver calls. */
export const SilverList = ({ scroller, visitor }: Props) => {
  const { t } = useTranslation(['wall', 'common']);
  const { index, busy, error, stuck, refresh, readMore } = useFreshList('silver');
  const calls = useSilverCalls();
  const uids = index?.uids ?? [];
  const closed = index?.closed ?? false;
  const settled = index?.fetchedAt !== undefined;
  if (uids.length === 0 && !busy && (settled || error))
    return (
      <Empty
        art={<Coins size={40} />}
        title={t(error ? 'failed.title' : closed ? 'silver.closed' : 'silver.empty')}
        text={error ? explain(error) : t(closed ? 'silver.closedText' : 'empty.text')}
        action={
          <Button variant="primary" onClick={refresh}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  return (
    <>
      {visitor ? null : <SilverCalls calls={calls} />}
      <PeopleGrid
        label={t('silver.title')}
        uids={uids}
        hasMore={!stuck && (index?.hasMore ?? true)}
        onMore={readMore}
        scroller={scroller}
        mostColumns={MOST_COLUMNS}
        withoutActs={visitor}
        calls={calls && silverCallOf(calls) ? 'silver' : 'none'}
      />
      {stuck ? <MoreFailed error={error} onRetry={readMore} /> : null}
    </>
  );
};
